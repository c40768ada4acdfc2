import type { Track } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { groupTracks } from './track-groups.rules.ts'

const track = (id: string, more: Partial<Track>): Track => ({
  id,
  title: id,
  folder: '',
  format: 'mp3',
  set: 'main',
  preferred: false,
  duration: 60,
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
  url: null,
  ...more,
})

test('the preferred tracks are one queue in whatever formats, the others one for each set and format', () => {
  const groups = groupTracks([
    track('1', { preferred: true }),
    track('2', { preferred: true, format: 'wav' }),
    track('3', { format: 'wav' }),
    track('4', { set: 'withoutEffects' }),
    track('5', { set: 'withoutEffects', format: 'wav', duration: null }),
    track('6', { set: 'withoutEffects' }),
  ])
  expect(groups.map(({ tracks, ...group }) => [tracks.map(({ id }) => id).join(''), group])).toEqual([
    ['12', { set: 'main', formats: ['mp3', 'wav'], isPreferred: true, duration: 120 }],
    ['3', { set: 'main', formats: ['wav'], isPreferred: false, duration: 60 }],
    ['46', { set: 'withoutEffects', formats: ['mp3'], isPreferred: false, duration: 120 }],
    ['5', { set: 'withoutEffects', formats: ['wav'], isPreferred: false, duration: null }],
  ])
  expect(groupTracks([])).toEqual([])
})
