import { expect, test } from 'vitest'
import { preferredTracks, totalDuration } from './preferred.rules.ts'

const tracks = (...paths: string[]) =>
  paths.map((path) => ({ path, format: path.slice(path.lastIndexOf('.') + 1), durationSeconds: 10 }))
const chosen = (...paths: string[]) => preferredTracks(tracks(...paths)).map(({ path }) => path)

test('one format is chosen where all of it is there', () => {
  expect(chosen('WAV/1.wav', 'WAV/2.wav', 'MP3/1.mp3', 'MP3/2.mp3')).toEqual(['MP3/1.mp3', 'MP3/2.mp3'])
})

test('a track that is there in one format only stays', () => {
  expect(chosen('1.mp3', '2.wav')).toEqual(['1.mp3', '2.wav'])
  expect(chosen('1.mp3', '1.wav', '2.wav', '3.mp3')).toEqual(['1.mp3', '2.wav', '3.mp3'])
})

test('a format that has every track wins over one that lacks some', () => {
  expect(chosen('1.mp3', '1.wav', '2.wav')).toEqual(['1.wav', '2.wav'])
})

test('samples, swapped channels, versions without effects, long forms and loops are dropped', () => {
  expect(chosen('1.mp3', '試聴.mp3', '反転/1.mp3', 'SEなし/1.mp3', 'full.mp3', 'loop.mp3')).toEqual(['1.mp3'])
})

test('nothing is dropped down to nothing', () => {
  expect(chosen('SEなし/1.mp3')).toEqual(['SEなし/1.mp3'])
  expect(chosen('sample.mp3')).toEqual(['sample.mp3'])
})

test('the length is the sum of what one would listen to', () => {
  expect(totalDuration(tracks('1.mp3', '2.mp3', '1.wav', '2.wav'))).toBe(20)
  expect(totalDuration([{ path: '1.mp3', format: 'mp3', durationSeconds: null }])).toBeNull()
  expect(totalDuration([])).toBeNull()
})
