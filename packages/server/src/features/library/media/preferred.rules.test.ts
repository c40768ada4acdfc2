import type { Locale } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { folderShapes } from '../testing/folder-shapes.ts'
import { arrangeTracks, totalDuration } from './preferred.rules.ts'

/** `seconds` by path. The default duration depends on the base name, so all formats of a track have the same. */
const tracks = (paths: readonly string[], seconds: Readonly<Record<string, number | null>> = {}) =>
  paths.map((path) => ({
    path: `RJ01000000 work/${path}`,
    folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
    format: path.slice(path.lastIndexOf('.') + 1),
    durationSeconds: path in seconds ? (seconds[path] ?? null) : lengthOf(path),
  }))

const lengthOf = (path: string) =>
  60 + [...path.replace(/^.*\/|\.[^.]+$/g, '')].reduce((sum, one) => sum + one.charCodeAt(0), 0)

const inside = ({ path }: { readonly path: string }) => path.replace('RJ01000000 work/', '')
const played = (...paths: string[]) =>
  arrangeTracks(tracks(paths))
    .filter(({ isPreferred }) => isPreferred)
    .map(({ track }) => inside(track))
const setsOf = (...paths: string[]) =>
  Object.fromEntries(arrangeTracks(tracks(paths)).map(({ track, set }) => [inside(track), set]))

test.each(folderShapes)('%s', (_name, paths, expected) => {
  expect(played(...paths)).toEqual(expected)
})

test('tracks that are named otherwise in each format are the same by number and length', () => {
  const lengths = { 'mp3/01.mp3': 61, 'mp3/02.mp3': 70.03, 'wav/01_雨.wav': 61, 'wav/02_駅.wav': 70 }
  const chosen = (seconds: Readonly<Record<string, number | null>>) =>
    arrangeTracks(tracks(Object.keys(lengths), seconds)).filter(({ isPreferred }) => isPreferred).length
  expect(chosen(lengths)).toBe(2)
  expect(chosen({ ...lengths, 'wav/02_駅.wav': 75 })).toBe(4)
  expect(chosen({ ...lengths, 'wav/02_駅.wav': null })).toBe(4)
})

test('each track knows its set', () => {
  expect(
    setsOf(
      '1 雨.mp3',
      'SEなし/特典/1.mp3',
      '特典/フリートーク.mp3',
      '左右反転/1.mp3',
      'ハイレゾ/1.flac',
      'full.mp3',
      '[loop] 雨.mp3',
      '試聴.mp3',
    ),
  ).toEqual({
    '1 雨.mp3': 'main',
    'SEなし/特典/1.mp3': 'withoutEffects',
    '特典/フリートーク.mp3': 'bonus',
    '左右反転/1.mp3': 'swapped',
    'ハイレゾ/1.flac': 'highResolution',
    'full.mp3': 'full',
    '[loop] 雨.mp3': 'loop',
    '試聴.mp3': 'sample',
  })
})

test('a work in several languages is heard in that of its listener, else as it was spoken first', () => {
  const playedIn = (locale: Locale | undefined, ...paths: string[]) =>
    arrangeTracks(tracks(paths), locale)
      .filter(({ isPreferred }) => isPreferred)
      .map(({ track }) => inside(track))
  const folders = [
    '中文版/mp3/1.mp3',
    '中文版/mp3/2.mp3',
    '日本語/1.mp3',
    '日本語/2.mp3',
    '日本語 WAV/1.wav',
    '日本語 WAV/2.wav',
  ]
  const [chinese, japanese] = [folders.slice(0, 2), folders.slice(2, 4)]
  expect(playedIn('zh-CN', ...folders)).toEqual(chinese)
  for (const locale of ['ja-JP', 'en-US', undefined] as const)
    expect(playedIn(locale, ...folders)).toEqual(japanese)
  const named = ['1 雨.mp3', '1 雨 (English).mp3', '2 駅.mp3', '2 駅 (English).mp3']
  expect(playedIn('en-US', ...named)).toEqual(named.filter((path) => path.includes('English')))
  expect(playedIn(undefined, ...named)).toEqual(named.filter((path) => !path.includes('English')))
  const foreign = ['English/1.mp3', '한국어/1.mp3']
  expect(playedIn('zh-CN', ...foreign)).toEqual(['English/1.mp3'])
  // A single track in another language is not an edition.
  expect(playedIn('en-US', '1.mp3', '2.mp3', 'English/3.mp3')).toEqual(['1.mp3', '2.mp3', 'English/3.mp3'])
})

test('with effects or without: the nearest name counts', () => {
  expect(
    setsOf('SEなし/1.mp3', 'SEなし/SEあり/1.mp3', 'SEあり/本編 SEなし/1.mp3', 'SEなし/本編/1.mp3'),
  ).toEqual({
    'SEなし/1.mp3': 'withoutEffects',
    'SEなし/SEあり/1.mp3': 'main',
    'SEあり/本編 SEなし/1.mp3': 'withoutEffects',
    'SEなし/本編/1.mp3': 'withoutEffects',
  })
})

test('a title is not taken for a mark', () => {
  const titles = [
    '01 お見通しのお姉さん.mp3',
    '02 Full Moon.mp3',
    '03 タイムループの夜.mp3',
    '04 The Trial.mp3',
    '05 Nose to nose.mp3',
    '06 おまけに雨.mp3',
    '07 Bonus Eventus.mp3',
    '08 反転する世界.mp3',
  ]
  expect(played(...titles)).toEqual(titles)
})

test('what is not preferred follows set by set and format by format', () => {
  const all = arrangeTracks(
    tracks(['mp3/1.mp3', 'mp3/SEなし/1.mp3', 'wav/1.wav', 'wav/SEなし/1.wav', '特典/1.wav']),
  )
  expect(all.map(({ track }) => inside(track))).toEqual([
    'mp3/1.mp3',
    'wav/1.wav',
    'mp3/SEなし/1.mp3',
    'wav/SEなし/1.wav',
    '特典/1.wav',
  ])
})

test('the length is the sum of what one would listen to', () => {
  expect(totalDuration(tracks(['1.mp3', '2.mp3', '1.wav', '2.wav', '特典/3.mp3']))).toBe(
    lengthOf('1.mp3') + lengthOf('2.mp3'),
  )
  expect(totalDuration(tracks(['1.mp3'], { '1.mp3': null }))).toBeNull()
  expect(totalDuration([])).toBeNull()
})
