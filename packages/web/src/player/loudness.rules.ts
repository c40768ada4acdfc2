/** One gain for a whole work, so that what is whispered in it stays quieter than what is said. */
import type { Track } from '@koedana/contract/works.ts'

/**
 * The level that broadcasters agreed on (EBU R128), in LUFS. An element makes nothing louder than it is: works above it come
 * down to it, those below stay.
 */
const targetLufs = -23
/** Every decoder has room for so much, in dBTP. */
const mostTruePeak = -1

type Measured = Pick<Track, 'loudness' | 'duration'>

/** Returns the gain in dB, never above 0; 0 where nothing is known of the loudness. */
export function gainOf(tracks: readonly Measured[]): number {
  const loudness = loudnessOf(tracks)
  if (loudness === undefined) return 0
  const peaks = tracks.flatMap(({ loudness: measured }) => measured?.truePeak ?? [])
  return Math.min(
    0,
    Math.max(targetLufs - loudness, mostGain),
    mostTruePeak - Math.max(...peaks, mostTruePeak),
  )
}

/** No work is so loud; a wrong measure must not silence one. */
const mostGain = -30

/** Mean of the power of what was measured, by length. */
function loudnessOf(tracks: readonly Measured[]): number | undefined {
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

/** Returns what an element is set to for a gain in dB. */
export const factorOf = (db: number): number => 10 ** (db / 20)

/**
 * Returns what an element is set to for a position of the slider, from 0 to 1: the ear hears the square of it as even
 * steps.
 */
export const volumeAt = (position: number): number => position * position
