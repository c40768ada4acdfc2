/** Whether the length that a sound claims can be true: it must agree with how many bytes there are. */

export interface ClaimedLength {
  readonly seconds: number | undefined
  readonly sizeBytes: number
  readonly codec?: string | undefined
  readonly isLossless?: boolean | undefined
  readonly sampleRate?: number | undefined
  readonly channels?: number | undefined
  readonly bitsPerSample?: number | undefined
  /** Bits a second, as the file claims. */
  readonly bitrate?: number | undefined
  /** How many of the bytes are known to be tags: pictures above all. */
  readonly tagBytes?: number | undefined
}

/** Returns the length in seconds, to the millisecond; null for one that is unknown or cannot be true. */
export function believedLength(claim: ClaimedLength): number | null {
  const { seconds, sizeBytes, sampleRate } = claim
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return null
  if (sampleRate !== undefined && (sampleRate < lowestSampleRate || sampleRate > highestSampleRate))
    return null
  if (sizeBytes * 8 < seconds * possibleRates(claim).lowest || isTooShort(claim)) return null
  return Math.round(seconds * 1000) / 1000
}

/** Returns whether there are more bytes than sound of that length, and its tags, can have: further tags may explain it. */
export function isTooShort(claim: ClaimedLength): boolean {
  const { seconds = 0, sizeBytes, tagBytes = 0 } = claim
  return (sizeBytes - tagBytes - otherBytes) * 8 > seconds * possibleRates(claim).highest
}

/** Hertz. Telephones have 8,000, and nothing that browsers play has less than 4,000 or more than 768,000. */
const lowestSampleRate = 4_000
const highestSampleRate = 768_000

/** Padding and short texts: a file may hold as much that is neither sound nor a known tag. */
const otherBytes = 256 * 1024

/** Bits a second, on the average of a whole file. */
function possibleRates(claim: ClaimedLength): { lowest: number; highest: number } {
  const { codec = '', sampleRate = 0, channels = 2, isLossless = false } = claim
  const plain = sampleRate * channels * (claim.bitsPerSample ?? 16)
  if (codec === 'PCM') return { lowest: Math.max(plain * 0.99, 2_000), highest: plain * 1.5 }
  if (isLossless) return { lowest: plain / 200, highest: plain * 1.5 }
  const claimed = (claim.bitrate ?? 0) / 20
  if (/^MPEG.*Layer/.test(codec)) {
    // No frames are of less than that: 32 kbit/s, and 8 kbit/s at half the sample rate and below.
    return { lowest: Math.max(sampleRate >= 32_000 ? 30_000 : 7_500, claimed), highest: 700_000 }
  }
  // Speech codecs send next to nothing while nobody speaks.
  const lowest = Math.max(500, claimed)
  // A decoder of AAC takes 6 bits a sample and channel at most (ISO 13818-7); containers other than ADTS may hold video.
  if (codec === 'AAC') return { lowest, highest: sampleRate * 6 * Math.max(channels, 2) * 1.5 }
  return { lowest, highest: 20_000_000 }
}
