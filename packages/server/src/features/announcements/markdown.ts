/** Markdown by administrators as HTML that may be shown as it is: what is not on this list is not in it. */
import MarkdownIt from 'markdown-it'
import sanitize from 'sanitize-html'

export const htmlOf = (content: string): string => sanitize(markdown.render(content), allowed)

const markdown = new MarkdownIt({ html: false, linkify: true })
// Pictures from elsewhere would reveal to strangers who reads; their text is shown instead of them.
markdown.renderer.rules.image = (tokens, index, options, env) =>
  markdown.utils.escapeHtml(markdown.renderer.renderInlineAsText(tokens[index]?.children ?? [], options, env))

const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote'],
    ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['a', 'strong', 'em', 's', 'code', 'pre'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'title'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '', title = '' }) => ({
      tagName,
      attribs: {
        ...(isAddress(href) ? { href, rel: 'noopener noreferrer nofollow' } : {}),
        ...(title === '' ? {} : { title }),
      },
    }),
  },
}

/** Somewhere on the web, a mailbox, or somewhere here: without anything that could be taken for another scheme. */
const isAddress = (href: string) =>
  href !== '' && /^(?:https?:\/\/|mailto:|(?!\/\/)[^:/?#]*(?:[/?#]|$))/i.test(href)
