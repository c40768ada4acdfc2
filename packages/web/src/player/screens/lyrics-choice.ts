/** Reads the lyrics of a track, and stores the chosen languages and the offset of each track's lines on this device. */
import { getTrackLyrics } from '@koedana/contract/lyrics.ts'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { create } from 'zustand'
import { call } from '../../domain/api.ts'
import { readStoredJson, storeJson } from '../../lib/local-storage-json.ts'

export const trackLyricsQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['track-lyrics', trackId],
    queryFn: ({ signal }) => call(getTrackLyrics, { params: { id: trackId }, query: {} }, signal),
  })

const LyricsChoice = v.object({
  /** BCP 47; undefined for the first available language. */
  lang: v.optional(v.string()),
  second: v.optional(v.string()),
  /** Delay of the lines in seconds, by track ID. */
  offsets: v.record(v.string(), v.number()),
})
type LyricsChoice = v.InferOutput<typeof LyricsChoice>

const choiceName = 'player.lyrics'
const maxStoredOffsets = 300

export const useLyricsChoice = create<LyricsChoice>(() => {
  const stored = v.safeParse(LyricsChoice, readStoredJson(choiceName))
  return stored.success ? stored.output : { offsets: {} }
})

export function changeLyricsChoice(changed: Partial<LyricsChoice>): void {
  useLyricsChoice.setState(changed)
  storeJson(choiceName, useLyricsChoice.getState())
}

/** Shifts the lines, rounded to tenths of a second to avoid floating-point drift. */
export function shiftLines(trackId: string, bySeconds: number): void {
  const { [trackId]: before = 0, ...others } = useLyricsChoice.getState().offsets
  const offset = Math.round((before + bySeconds) * 10) / 10
  const kept = Object.entries(others).slice(1 - maxStoredOffsets)
  changeLyricsChoice({ offsets: Object.fromEntries([...kept, [trackId, offset]]) })
}
