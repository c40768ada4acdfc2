/** Returns the ETag of one encoding of a response. It contains the content and the encoding, so it is a strong tag. */
export const tagOf = (content: string, form: string) => `"${content}-${form}"`

/**
 * Returns the caller's tag that matches the content in any encoding; `*` matches always. The 304 repeats this tag, because it names
 * the caller's stored form.
 */
export function matchTag(ifNoneMatch: string | undefined, content: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (ifNoneMatch.startsWith(`"${content}-`) && !ifNoneMatch.includes(',')) return ifNoneMatch
  return ifNoneMatch
    .slice(0, maxHeaderLength)
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .find((tag) => tag === '*' || tag.startsWith(`"${content}-`))
}

const maxHeaderLength = 2_000
