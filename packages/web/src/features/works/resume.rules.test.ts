import type { Progress } from '@koedana/contract/progress.ts'
import type { Track } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { resumePositionIn, secondsLeft } from './resume.rules.ts'

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
  const resumed = resumePositionIn(tracks, heard('b', 30))
  expect(ids(resumed?.tracks)).toEqual(['a', 'b', 'c'])
  expect(resumed).toMatchObject({ index: 1, at: 30 })
  expect(resumed && secondsLeft(resumed)).toBe(170)
  const other = resumePositionIn(tracks, heard('b2', 30))
  expect(ids(other?.tracks)).toEqual(['a2', 'b2'])
})

test('goes on with the next track after the end of one, and stays at the end of the last', () => {
  expect(resumePositionIn(tracks, heard('a', 99.5))).toMatchObject({ index: 1, at: 0 })
  expect(resumePositionIn(tracks, heard('c', 99.5))).toMatchObject({ index: 2, at: 99.5 })
})

test('begins anew without progress, after the end, and where the file is gone', () => {
  expect(resumePositionIn(tracks, null)).toBeUndefined()
  expect(resumePositionIn(tracks, undefined)).toBeUndefined()
  expect(resumePositionIn(tracks, heard('b', 30, true))).toBeUndefined()
  expect(resumePositionIn(tracks, heard('gone', 30))).toBeUndefined()
})

test('what is left is not known where a length is not', () => {
  const unknown = [track('a'), track('b', { duration: null })]
  const resumed = resumePositionIn(unknown, heard('a', 30))
  expect(resumed && secondsLeft(resumed)).toBeNull()
})

test('a chosen version continues in the track of the same title, or not at all', () => {
  const other = [track('x', { ...wav, title: 'a' }), track('y', { ...wav, title: 'b' })]
  const all = [...tracks.slice(0, 3), ...other]
  const resumed = resumePositionIn(all, heard('b', 30), other)
  expect(resumed?.tracks[resumed.index]?.id).toBe('y')
  expect([ids(resumed?.tracks), resumed?.at]).toEqual([['x', 'y'], 30])
  expect(resumePositionIn(all, heard('y', 30), other)).toMatchObject({ index: 1, at: 30 })
  expect(resumePositionIn(all, heard('c', 30), other)).toBeUndefined()
})
