/** Renders Markdown as safe HTML: only elements of the allowlist remain. */
import MarkdownIt from 'markdown-it'
import sanitize from 'sanitize-html'

export const htmlOf = (content: string): string => sanitize(markdown.render(content), allowed)

const markdown = new MarkdownIt({ html: false, linkify: true })
// Remote pictures would reveal readers to third parties; their alternative text is shown instead.
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

/** Allows web addresses, mail addresses and local paths, but nothing that could be parsed as another scheme. */
const isAddress = (href: string) =>
  href !== '' && /^(?:https?:\/\/|mailto:|(?!\/\/)[^:/?#]*(?:[/?#]|$))/i.test(href)
