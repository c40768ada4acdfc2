/**
 * Reads what is spoken in a track, and keeps which languages somebody reads along in, and how far each track's lines were moved, kept on this
 * device.
 */
import { getTrackLyrics } from '@koedana/contract/lyrics.ts'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { create } from 'zustand'
import { call } from '../../domain/api.ts'
import { recallJson, rememberJson } from '../../lib/device-memory.ts'

export const trackLyricsQuery = (trackId: string) =>
  queryOptions({
    queryKey: ['track-lyrics', trackId],
    queryFn: ({ signal }) => call(getTrackLyrics, { params: { id: trackId }, query: {} }, signal),
  })

const LyricsChoice = v.object({
  /** BCP 47; undefined for the first there is. */
  lang: v.optional(v.string()),
  second: v.optional(v.string()),
  /** Seconds by which the lines of a track come later, by its id. */
  offsets: v.record(v.string(), v.number()),
})
type LyricsChoice = v.InferOutput<typeof LyricsChoice>

const choiceName = 'player.lyrics'
const keptOffsets = 300

export const useLyricsChoice = create<LyricsChoice>(() => {
  const stored = v.safeParse(LyricsChoice, recallJson(choiceName))
  return stored.success ? stored.output : { offsets: {} }
})

export function changeLyricsChoice(changed: Partial<LyricsChoice>): void {
  useLyricsChoice.setState(changed)
  rememberJson(choiceName, useLyricsChoice.getState())
}

/** Moves by tenths of a second, so that sums stay what they seem. */
export function moveLines(trackId: string, bySeconds: number): void {
  const { [trackId]: before = 0, ...others } = useLyricsChoice.getState().offsets
  const offset = Math.round((before + bySeconds) * 10) / 10
  const kept = Object.entries(others).slice(1 - keptOffsets)
  changeLyricsChoice({ offsets: Object.fromEntries([...kept, [trackId, offset]]) })
}
