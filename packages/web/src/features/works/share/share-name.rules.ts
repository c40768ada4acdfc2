import { maxViewNameLength } from '@koedana/contract/views.ts'

/** Returns a valid name made from a search or another name, which may be too long or contain pasted control characters. */
export function shareNameOf(text: string): string {
  const name = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  // Removes half of a surrogate pair at the end.
  return name
    .slice(0, maxViewNameLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
