/**
 * Runs a whole query in one call: the filter, the exact total and the keys of the page. Caches are usually cold, so memory accesses cost as
 * much as instructions. `layout.ts` describes the input.
 */
import { addressOf, word } from './bits'
import { listCandidates } from './candidate-list'
import { dir, open, rangesOf } from './generation'
import { Directory, Query, rangeWords } from './layout'
import { listBits } from './bitset-filter'
import { nothing, shortest, sourceLength } from './shortest'
import { startShuffle } from './shuffle'

/** Returns how many keys follow the total in `out`, or `declined` if the kernel declines the query. */
export function list(directory: usize, query: usize, out: usize): i32 {
  open(directory)
  startShuffle(word(query, Query.seed))
  const bounds: usize = word(dir, Directory.rangeBounds)
  const included = addressOf(rangesOf(query), rangeWords * word(query, Query.rangeCount))
  if (shortest(query, bounds, included) == nothing) {
    store<u32>(out, 0)
    return 0
  }
  if (sourceLength <= word(dir, Directory.maxCandidates)) return listCandidates(query, bounds, out)
  return listBits(query, bounds, out)
}
