/**
 * A card as one binary record: its JSON after a header that decides how viewers see it. Each card is stored once; the veiled form
 * is derived from it.
 */
import { crc32 } from 'node:zlib'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Cover } from '@koedana/contract/works.ts'
import { ageNumbers } from '../../domain/viewer.rules.ts'
import type { RecordMemory } from '../../lib/record-cache.ts'

interface CoverSubject {
  readonly ageCategory: AgeCategory
  readonly cover: Cover | null
}

const isVeilable = ({ ageCategory, cover }: CoverSubject) => ageCategory === 'r18' && cover !== null

/**
 * Returns an adult work or card without its cover signature, so that a browser can show only the thumbhash. Other works are
 * returned unchanged.
 */
export function veilCover<T extends CoverSubject>(work: T): T {
  return isVeilable(work) && work.cover ? { ...work, cover: { ...work.cover, signature: null } } : work
}

/** The 32-bit numbers before the JSON. `openBytes` is how many of its bytes remain when veiled. */
const Header = { age: 0, openBytes: 1, bytes: 2, checksum: 3, veiledChecksum: 4 } as const
const headWords = 5
const headBytes = 4 * headWords

export function cardRecord(card: CoverSubject): RecordMemory {
  const { cover, ...others } = card
  // The signature is last, so that a veil keeps all bytes before it.
  const json = JSON.stringify(cover ? { ...others, cover: signatureLast(cover) } : card)
  const hidden = isVeilable(card) && cover ? `${JSON.stringify(cover.signature)}}}` : ''
  const length = Buffer.byteLength(json)
  const openBytes = length - Buffer.byteLength(hidden)
  const bytes = Buffer.allocUnsafeSlow(headBytes + length)
  bytes.write(json, headBytes)
  const words = new Int32Array(bytes.buffer, 0, headWords)
  words[Header.age] = 1 << ageNumbers[card.ageCategory]
  words[Header.openBytes] = openBytes
  words[Header.bytes] = length
  const open = crc32(bytes.subarray(headBytes, headBytes + openBytes))
  words[Header.checksum] = hidden === '' ? open : crc32(hidden, open)
  words[Header.veiledChecksum] = hidden === '' ? open : crc32(veiledEnding, open)
  return { bytes, words }
}

function signatureLast({ signature, ...shape }: Cover): Cover {
  return { ...shape, signature }
}

/** A card as a viewer sees it: the bytes of `source` from `start` to `end`, followed by the veiled ending if `isVeiled`. */
export interface Card {
  readonly source: Buffer
  readonly start: number
  readonly end: number
  readonly isVeiled: boolean
  /** The checksum of the whole text, as a signed number. */
  readonly checksum: number
}

export interface CardViewer {
  readonly ages: number
  readonly isVeiled: boolean
}

/** Returns undefined if the viewer may not see works of its age. `start` is the byte offset of the record. */
export function readCard(
  { bytes, words }: RecordMemory,
  start: number,
  viewer: CardViewer,
): Card | undefined {
  const head = start >>> 2
  const number = (at: number) => words[head + at] ?? 0
  if ((number(Header.age) & viewer.ages) === 0) return undefined
  const isVeiled = viewer.isVeiled && number(Header.openBytes) < number(Header.bytes)
  const first = start + headBytes
  return {
    source: bytes,
    start: first,
    end: first + number(isVeiled ? Header.openBytes : Header.bytes),
    isVeiled,
    checksum: number(isVeiled ? Header.veiledChecksum : Header.checksum),
  }
}

export function bytesOfCard({ source, start, end, isVeiled }: Card): Buffer {
  const open = source.subarray(start, end)
  return isVeiled ? Buffer.concat([open, veiledEnding]) : open
}

const veiledEnding = Buffer.from('null}}')

export interface JoinedCards {
  readonly body: Buffer
  /** Identifies the text like a checksum of the body would. */
  readonly checksum: number
}

export function joinCards(before: string, cards: readonly Card[], after: string): JoinedCards {
  let bytes = Buffer.byteLength(before) + Buffer.byteLength(after) + Math.max(0, cards.length - 1)
  for (const { start, end, isVeiled } of cards) bytes += end - start + (isVeiled ? veiledEnding.length : 0)
  const body = Buffer.allocUnsafe(bytes)
  const checksums = new Int32Array(cards.length)
  let at = body.write(before)
  let joined = 0
  for (const { source, start, end, isVeiled, checksum } of cards) {
    if (joined > 0) body[at++] = comma
    at += source.copy(body, at, start, end)
    if (isVeiled) at += veiledEnding.copy(body, at)
    checksums[joined++] = checksum
  }
  body.write(after, at)
  return { body, checksum: crc32(new Uint8Array(checksums.buffer), crc32(before + after)) }
}

const comma = 0x2c
