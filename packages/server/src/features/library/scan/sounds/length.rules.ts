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
}

/** In seconds, to the millisecond; null for one that is unknown or cannot be true. */
export function believedLength(claim: ClaimedLength): number | null {
  const { seconds, sizeBytes } = claim
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return null
  const { lowest, highest } = possibleRates(claim)
  const isTooLong = sizeBytes * 8 < seconds * lowest
  const isTooShort = (sizeBytes - otherBytes) * 8 > seconds * highest
  return isTooLong || isTooShort ? null : Math.round(seconds * 1000) / 1000
}

/** A file may hold as much that is no sound: pictures above all. */
const otherBytes = 32 * 1024 * 1024

/** Bits a second, on the average of a whole file. */
function possibleRates(claim: ClaimedLength): { lowest: number; highest: number } {
  const { codec = '', sampleRate = 0, isLossless = false } = claim
  const plain = sampleRate * (claim.channels ?? 2) * (claim.bitsPerSample ?? 16)
  if (codec === 'PCM') return { lowest: plain * 0.99, highest: plain * 1.5 }
  if (isLossless) return { lowest: plain / 200, highest: plain * 1.5 }
  const claimed = (claim.bitrate ?? 0) / 20
  if (/^MPEG.*Layer/.test(codec)) {
    // Frames of less than that there are none: 32 kbit/s, and 8 kbit/s at half the sample rate and below.
    return { lowest: Math.max(sampleRate >= 32_000 ? 30_000 : 7_500, claimed), highest: 700_000 }
  }
  // Speech codecs send next to nothing while nobody speaks.
  return { lowest: Math.max(500, claimed), highest: 20_000_000 }
}
