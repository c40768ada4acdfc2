import { createHash } from 'node:crypto'

/** Manually assigned IDs start low; generated IDs stay above them. */
const minGeneratedNumber = 10_000_000
const generatedNumberCount = 90_000_000

/** Yields IDs to try for a folder, always in the same order. */
export function* customIdCandidates(storageKey: number, folder: string): Generator<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([storageKey, folder]))
    .digest()
  const start = hash.readUIntBE(0, 6)
  for (let step = 0; step < generatedNumberCount; step += 1)
    yield `KD${minGeneratedNumber + ((start + step) % generatedNumberCount)}`
}
