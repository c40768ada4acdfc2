/** A folded piece of a text back in the form in which the text has it. */
import { fold } from './fold.rules.ts'

/** The first and shortest stretch of the text that folds to the piece. */
export function unfold(text: string, piece: string): string | undefined {
  const characters = Array.from(text)
  for (let start = 0; start < characters.length; start++) {
    for (let end = start + 1; end <= characters.length; end++) {
      const stretch = characters.slice(start, end).join('')
      const folded = fold(stretch)
      if (folded === piece && stretch.trim() === stretch) return stretch
      if (!piece.startsWith(folded)) break
    }
  }
  return undefined
}
