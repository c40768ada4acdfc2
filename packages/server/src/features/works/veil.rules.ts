/**
 * The veil over covers of adult works: without a signature a browser can draw nothing but the thumbhash. A card is
 * kept once; the veiled one is cut out of it where it is asked for.
 */
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Cover } from '@koedana/contract/works.ts'

interface Covered {
  readonly ageCategory: AgeCategory
  readonly cover: Cover | null
}

/** Whether a veil changes anything. */
const isVeilable = ({ ageCategory, cover }: Covered) => ageCategory === 'r18' && cover !== null

/** The same work or card with its signature taken, where it is an adult one. */
export function veiled<T extends Covered>(work: T): T {
  return isVeilable(work) && work.cover ? { ...work, cover: { ...work.cover, signature: null } } : work
}

/** A card as JSON; `veilAt` is where its signature begins, undefined where a veil changes nothing. */
export interface CardBytes {
  readonly bytes: Buffer
  readonly veilAt: number | undefined
  readonly ageCategory: AgeCategory
}

export function cardBytes(card: Covered): CardBytes {
  const { cover, ...others } = card
  const { ageCategory } = card
  if (!isVeilable(card) || !cover)
    return { bytes: ownBytes(JSON.stringify(card)), veilAt: undefined, ageCategory }
  const { signature, ...shape } = cover
  // Last of all, so that a veil leaves everything before it as it is.
  const bytes = ownBytes(JSON.stringify({ ...others, cover: { ...shape, signature } }))
  return { bytes, veilAt: bytes.length - Buffer.byteLength(`${JSON.stringify(signature)}}}`), ageCategory }
}

/** Not a piece of the pool that small buffers share: one card that is kept long would hold all that lies beside it. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

const veil = Buffer.from('null}}')

export function veiledBytes({ bytes, veilAt }: CardBytes): Buffer {
  return veilAt === undefined ? bytes : Buffer.concat([bytes.subarray(0, veilAt), veil])
}
