/** The language of a request. */
import { type Locale, locales } from '@koedana/contract/values.ts'

/** Returns the first language of an `Accept-Language` header that the server has texts in: the exact tag, then the language. */
export function acceptedLocaleOf(acceptLanguage: string | undefined): Locale | undefined {
  for (const tag of preferredTags(acceptLanguage ?? '')) {
    const exact = locales.find((locale) => locale.toLowerCase() === tag)
    const near = locales.find((locale) => locale.slice(0, 2) === tag.slice(0, 2))
    if (exact ?? near) return exact ?? near
  }
  return undefined
}

/** Lower-case tags, best first (RFC 9110 section 12.5.4). A header of any length costs at most 20 tags. */
function preferredTags(header: string): string[] {
  return header
    .slice(0, 400)
    .split(',', 20)
    .map((part) => {
      const [tag = '', weight] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
