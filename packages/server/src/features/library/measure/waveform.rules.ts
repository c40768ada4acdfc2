/** Computes the waveform of a track of unknown length while it is decoded: the peak at each of a thousand points. */

export const waveformPoints = 1_000

/** When all bins are used, pairs are merged, so half of them remain. */
const maxBins = waveformPoints * 8
const initialBinSize = 64
const fullScale = 32_768

export interface Waveform {
  /** Adds interleaved 16-bit little-endian samples of all channels. An odd byte is kept for the next call. */
  readonly add: (bytes: Uint8Array) => void
  /** Returns one byte per point, 255 for full scale; undefined without samples. */
  readonly points: () => Uint8Array | undefined
}

export function createWaveform(): Waveform {
  const bins = new Uint16Array(maxBins)
  let count = 0
  let binSize = initialBinSize
  let inBin = 0
  let odd: number | undefined

  const closeBin = () => {
    count += 1
    inBin = 0
    if (count < maxBins) return
    for (let at = 0; at < maxBins / 2; at += 1) bins[at] = Math.max(bins[2 * at] ?? 0, bins[2 * at + 1] ?? 0)
    bins.fill(0, maxBins / 2)
    count = maxBins / 2
    binSize *= 2
  }
  const addSample = (low: number, high: number) => {
    const value = Math.abs(((low | (high << 8)) << 16) >> 16)
    if (value > (bins[count] ?? 0)) bins[count] = value
    inBin += 1
    if (inBin === binSize) closeBin()
  }
  return {
    add: (bytes) => {
      let at = 0
      if (odd !== undefined && bytes.length > 0) {
        addSample(odd, bytes[0] ?? 0)
        odd = undefined
        at = 1
      }
      for (; at + 1 < bytes.length; at += 2) addSample(bytes[at] ?? 0, bytes[at + 1] ?? 0)
      if (at < bytes.length) odd = bytes[at]
    },
    points: () => toPoints(bins, inBin > 0 ? count + 1 : count),
  }
}

function toPoints(bins: Uint16Array, count: number): Uint8Array | undefined {
  if (count === 0) return undefined
  return Uint8Array.from({ length: waveformPoints }, (_, point) => {
    const from = Math.floor((point * count) / waveformPoints)
    const to = Math.max(from + 1, Math.floor(((point + 1) * count) / waveformPoints))
    const peak = bins.subarray(from, to).reduce((most, value) => Math.max(most, value), 0)
    return Math.min(255, Math.round((peak * 255) / fullScale))
  })
}
