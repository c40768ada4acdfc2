import type { IAudioMetadata } from 'music-metadata'
import { printableName } from '../../../../lib/printable.rules.ts'
import { type Chapter, chaptersFromTags, type TaggedChapter } from './chapters.rules.ts'

/** Technical properties of a track; null is unknown. */
export interface SoundFacts {
  readonly codec: string | null
  readonly bitDepth: number | null
  readonly sampleRate: number | null
  readonly bitrate: number | null
  readonly channels: number | null
  readonly chapters: readonly Chapter[]
  readonly chaptersFrom: 'tags' | 'cue' | 'text' | null
}

export const noFacts: SoundFacts = {
  codec: null,
  bitDepth: null,
  sampleRate: null,
  bitrate: null,
  channels: null,
  chapters: [],
  chaptersFrom: null,
}

const maxCodecLength = 60

/** Converts parsed metadata. Implausible values become null, since a file may claim anything. */
export function toSoundFacts(
  format: IAudioMetadata['format'],
  durationSeconds: number | null,
  tagged: readonly TaggedChapter[],
): SoundFacts {
  const chapters = chaptersFromTags(tagged, durationSeconds)
  return {
    codec: format.codec === undefined ? null : printableName(format.codec).slice(0, maxCodecLength) || null,
    bitDepth: validCount(format.bitsPerSample),
    sampleRate: validCount(format.sampleRate),
    bitrate: validCount(format.bitrate),
    channels: validCount(format.numberOfChannels),
    chapters,
    chaptersFrom: chapters.length > 0 ? 'tags' : null,
  }
}

function validCount(value: number | undefined): number | null {
  const whole = Math.round(value ?? 0)
  return whole > 0 && whole < 2 ** 31 ? whole : null
}
