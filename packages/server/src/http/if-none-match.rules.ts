/** Whether the caller has this content already (RFC 9110 section 13.1.2). */

/** Returns the tag of a response in one form: content and form each have their part, so that tags stay strong. */
export const tagOf = (content: string, form: string) => `"${content}-${form}"`

/**
 * Returns the tag by which the caller has the content, in whatever form; `*` is any. The 304 carries it again, since that
 * is what the caller keeps.
 */
export function heldTag(ifNoneMatch: string | undefined, content: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (ifNoneMatch.startsWith(`"${content}-`) && !ifNoneMatch.includes(',')) return ifNoneMatch
  return ifNoneMatch
    .slice(0, longestHeader)
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .find((tag) => tag === '*' || tag.startsWith(`"${content}-`))
}

const longestHeader = 2_000
