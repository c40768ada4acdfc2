/**
 * A whole question in one call: the filter, the exact total and the keys of the page. It runs on caches that others have
 * emptied, so what it touches counts, not only what it does. `src/kernel/directory.ts` and `question.ts` lay out what comes in.
 */
import { word } from './bits'
import { listFew } from './few'
import { dir, open, rangesAt } from './generation'
import { listBits } from './passes'
import { nothing, shortest, sourceLength } from './shortest'
import { startShuffle } from './shuffle'

/** Answers how many keys stand in `out` after the total, or that the question is not for here. */
export function list(directory: usize, question: usize, out: usize): i32 {
  open(directory)
  startShuffle(word(question, 11))
  const bounds: usize = word(dir, 15)
  const ranges = word(question, rangesAt)
  const included = question + ((<usize>(rangesAt + 1 + 3 * ranges)) << 2)
  if (shortest(question, bounds, included) == nothing) {
    store<u32>(out, 0)
    return 0
  }
  if (sourceLength <= word(dir, 13)) return listFew(question, bounds, out)
  return listBits(question, bounds, out)
}
