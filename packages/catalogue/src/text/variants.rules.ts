/** Maps Chinese characters to one form each: Japanese and traditional forms become simplified, one to one. */
import { variantPairs } from './variant-pairs.rules.ts'

/** Returns a map from code unit to code unit, for characters with another form. Characters outside the BMP stay unchanged. */
export function variantTable(): ReadonlyMap<number, number> {
  const table = new Map<number, number>()
  for (let at = 0; at < variantPairs.length; at += 2) {
    table.set(variantPairs.charCodeAt(at), variantPairs.charCodeAt(at + 1))
  }
  return table
}
