/** Whether the caller has this content already (RFC 9110 section 13.1.2). */

/** One answer in one form: content and form each have their part, so that tags stay strong. */
export const tagOf = (content: string, form: string) => `"${content}-${form}"`

/** The same content in another form is the same to a caller who keeps it decoded. */
export function hasContent(ifNoneMatch: string | undefined, content: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.startsWith(`"${content}-`) && !ifNoneMatch.includes(',')) return true
  return ifNoneMatch
    .slice(0, longestHeader)
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '').startsWith(`"${content}-`))
}

const longestHeader = 2_000
