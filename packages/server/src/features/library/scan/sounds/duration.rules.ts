export interface ClaimedDuration {
  readonly seconds: number | undefined
  readonly sizeBytes: number
  readonly codec?: string | undefined
  readonly isLossless?: boolean | undefined
  readonly sampleRate?: number | undefined
  readonly channels?: number | undefined
  readonly bitsPerSample?: number | undefined
  readonly bitrate?: number | undefined
  /** Bytes known to be tags, mostly pictures. */
  readonly tagBytes?: number | undefined
}

/** Returns the duration in seconds, rounded to milliseconds; null if it is unknown or implausible. */
export function validateDuration(claim: ClaimedDuration): number | null {
  const { seconds, sizeBytes, sampleRate } = claim
  if (seconds === undefined || !Number.isFinite(seconds) || seconds <= 0) return null
  if (sampleRate !== undefined && (sampleRate < minSampleRate || sampleRate > maxSampleRate)) return null
  if (sizeBytes * 8 < seconds * bitrateRange(claim).lowest || isTooShort(claim)) return null
  return Math.round(seconds * 1000) / 1000
}

/** Returns whether the file has more bytes than audio of that duration and known tags explain. Further tags may explain them. */
export function isTooShort(claim: ClaimedDuration): boolean {
  const { seconds = 0, sizeBytes, tagBytes = 0 } = claim
  return (sizeBytes - tagBytes - allowedOtherBytes) * 8 > seconds * bitrateRange(claim).highest
}

/** Hertz. Telephony uses 8,000; no format that browsers play is outside of 4,000 to 768,000. */
const minSampleRate = 4_000
const maxSampleRate = 768_000

/** Allowance for padding and short text tags. */
const allowedOtherBytes = 256 * 1024

function bitrateRange(claim: ClaimedDuration): { lowest: number; highest: number } {
  const { codec = '', sampleRate = 0, channels = 2, isLossless = false } = claim
  const plain = sampleRate * channels * (claim.bitsPerSample ?? 16)
  if (codec === 'PCM') return { lowest: Math.max(plain * 0.99, 2_000), highest: plain * 1.5 }
  if (isLossless) return { lowest: plain / 200, highest: plain * 1.5 }
  const claimed = (claim.bitrate ?? 0) / 20
  if (/^MPEG.*Layer/.test(codec)) {
    // Lowest rates of MPEG frames: 32 kbit/s, or 8 kbit/s at half the sample rate and below.
    return { lowest: Math.max(sampleRate >= 32_000 ? 30_000 : 7_500, claimed), highest: 700_000 }
  }
  // Speech codecs send almost nothing during silence.
  const lowest = Math.max(500, claimed)
  // An AAC decoder accepts at most 6 bits per sample and channel (ISO 13818-7). This codec name means ADTS: other containers may hold
  // video too.
  if (codec === 'AAC') return { lowest, highest: sampleRate * 6 * Math.max(channels, 2) * 1.5 }
  return { lowest, highest: 20_000_000 }
}
