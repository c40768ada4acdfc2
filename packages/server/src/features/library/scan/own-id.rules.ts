/** Ids for works that no marketplace knows. */
import { createHash } from 'node:crypto'

/** Ids written by hand begin low: those derived from a folder stay above them. */
const lowest = 10_000_000
const numbers = 90_000_000

/** Candidates for a folder, best first and without end: the same folder tries them in the same order each time. */
export function* ownIdCandidates(storageKey: number, folder: string): Generator<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([storageKey, folder]))
    .digest()
  const start = hash.readUIntBE(0, 6)
  for (let step = 0; step < numbers; step += 1) yield `KD${lowest + ((start + step) % numbers)}`
}
