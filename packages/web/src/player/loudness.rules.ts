/** Computes one gain for a whole work, so that whispered tracks stay quieter than spoken ones. */
import type { Track } from '@koedana/contract/works.ts'

/** The EBU R128 target level, in LUFS. An element cannot amplify: louder works are lowered to this level, quieter ones stay unchanged. */
const targetLufs = -23
/** Maximum true peak in dBTP; leaves headroom for every decoder. */
const maxTruePeak = -1

type MeasuredTrack = Pick<Track, 'loudness' | 'duration'>

/** Returns the gain in dB, never above 0; 0 if the loudness is unknown. */
export function gainOf(tracks: readonly MeasuredTrack[]): number {
  const loudness = loudnessOf(tracks)
  if (loudness === undefined) return 0
  const peaks = tracks.flatMap(({ loudness: measured }) => measured?.truePeak ?? [])
  return Math.min(0, Math.max(targetLufs - loudness, maxGain), maxTruePeak - Math.max(...peaks, maxTruePeak))
}

/** No work is that loud; the limit keeps a wrong measurement from silencing a work. */
const maxGain = -30

/** Mean power of the measured tracks, weighted by duration. */
function loudnessOf(tracks: readonly MeasuredTrack[]): number | undefined {
  let [power, seconds] = [0, 0]
  for (const { loudness, duration } of tracks) {
    const integrated = loudness?.integrated ?? null
    if (integrated === null) continue
    const length = duration ?? 1
    power += length * 10 ** (integrated / 10)
    seconds += length
  }
  return seconds > 0 && power > 0 ? 10 * Math.log10(power / seconds) : undefined
}

/** Converts a gain in dB to an amplitude factor. */
export const factorFromDb = (db: number): number => 10 ** (db / 20)

/** Converts a slider position (0 to 1) to a volume. The square makes steps of the slider sound even. */
export const volumeFromSlider = (position: number): number => position * position
