import { fold } from './fold.rules.ts'

/** Returns the first and shortest substring of the text that folds to `wanted`, to show its original spelling. */
export function unfold(text: string, wanted: string): string | undefined {
  const characters = Array.from(text)
  for (let start = 0; start < characters.length; start++) {
    for (let end = start + 1; end <= characters.length; end++) {
      const candidate = characters.slice(start, end).join('')
      const folded = fold(candidate)
      if (folded === wanted && candidate.trim() === candidate) return candidate
      if (!wanted.startsWith(folded)) break
    }
  }
  return undefined
}
