/** One form for each Chinese character: Japanese and traditional ones become simplified, one to one. */
import { variantPairs } from './variant-pairs.rules.ts'

/** Code unit → code unit, for those that have another form. Characters beyond the first plane stay as they are. */
export function variantTable(): ReadonlyMap<number, number> {
  const table = new Map<number, number>()
  for (let at = 0; at < variantPairs.length; at += 2) {
    table.set(variantPairs.charCodeAt(at), variantPairs.charCodeAt(at + 1))
  }
  return table
}
