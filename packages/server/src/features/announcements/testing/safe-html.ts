/** An independent description of safe announcement HTML, to check the sanitizer. */

const text = '[^<>]'
const plainTag = '</?(?:h[1-6]|p|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|strong|em|s|code|pre)>'
const emptyTag = '<(?:br|hr) ?/>'
const startedList = String.raw`<ol start="\d+">`
const rel = 'rel="noopener noreferrer nofollow"'
/** Absolute links need an allowed scheme. Relative links have none and never start with two slashes. */
const href = String.raw`(?:(?:https?://|mailto:)[^"<>\s]*|(?![/\\]{2})(?![^"/?#]*(?::|&#|&colon))[^"<>]*)`
const link = `<a href="${href}" ${rel}(?: title="[^"<>]*")?>|<a(?: title="[^"<>]*")?>|</a>`

const safe = new RegExp(`^(?:${[text, plainTag, emptyTag, startedList, link].join('|')})*$`, 'iu')

export const isSafeHtml = (html: string): boolean => safe.test(html)
