/** Names a shared list. */
import { longestViewName } from '@koedana/contract/views.ts'

/**
 * Returns a name that the server takes, made of a search or of another name: a search may be longer, and have been pasted.
 */
export function shareNameOf(text: string): string {
  const name = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  // A character that takes two units is left out rather than halved.
  return name
    .slice(0, longestViewName)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
