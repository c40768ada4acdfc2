import type { Progress } from '@koedana/contract/progress.ts'
import type { Track } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { leftIn, resumedIn } from './resume.rules.ts'

const track = (id: string, given: Partial<Track> = {}): Track => ({
  id,
  title: id,
  folder: '',
  format: 'mp3',
  set: 'main',
  preferred: true,
  duration: 100,
  sizeBytes: 1,
  hasLyrics: false,
  codec: null,
  bitDepth: null,
  sampleRate: null,
  bitrate: null,
  channels: null,
  loudness: null,
  hasWaveform: false,
  chapters: [],
  away: false,
  url: '',
  ...given,
})
const wav = { format: 'wav', preferred: false }
const tracks = [track('a'), track('b'), track('c'), track('a2', wav), track('b2', wav)]
const ids = (some: readonly Track[] | undefined) => some?.map(({ id }) => id)

const heard = (fileId: string, position: number, finished = false): Progress => ({
  workId: 'RJ90000001',
  fileId,
  position,
  finished,
  revision: 1,
  device: '',
  updatedAt: '',
  other: null,
})

test('goes on in the version that was heard', () => {
  const resumed = resumedIn(tracks, heard('b', 30))
  expect(ids(resumed?.tracks)).toEqual(['a', 'b', 'c'])
  expect(resumed).toMatchObject({ index: 1, at: 30 })
  expect(resumed && leftIn(resumed)).toBe(170)
  const other = resumedIn(tracks, heard('b2', 30))
  expect(ids(other?.tracks)).toEqual(['a2', 'b2'])
})

test('goes on with the next track after the end of one, and stays at the end of the last', () => {
  expect(resumedIn(tracks, heard('a', 99.5))).toMatchObject({ index: 1, at: 0 })
  expect(resumedIn(tracks, heard('c', 99.5))).toMatchObject({ index: 2, at: 99.5 })
})

test('begins anew without progress, after the end, and where the file is gone', () => {
  expect(resumedIn(tracks, null)).toBeUndefined()
  expect(resumedIn(tracks, undefined)).toBeUndefined()
  expect(resumedIn(tracks, heard('b', 30, true))).toBeUndefined()
  expect(resumedIn(tracks, heard('gone', 30))).toBeUndefined()
})

test('what is left is not known where a length is not', () => {
  const unknown = [track('a'), track('b', { duration: null })]
  const resumed = resumedIn(unknown, heard('a', 30))
  expect(resumed && leftIn(resumed)).toBeNull()
})

test('a chosen version continues in the track of the same title, or not at all', () => {
  const other = [track('x', { ...wav, title: 'a' }), track('y', { ...wav, title: 'b' })]
  const all = [...tracks.slice(0, 3), ...other]
  const resumed = resumedIn(all, heard('b', 30), other)
  expect(resumed?.tracks[resumed.index]?.id).toBe('y')
  expect([ids(resumed?.tracks), resumed?.at]).toEqual([['x', 'y'], 30])
  expect(resumedIn(all, heard('y', 30), other)).toMatchObject({ index: 1, at: 30 })
  expect(resumedIn(all, heard('c', 30), other)).toBeUndefined()
})
