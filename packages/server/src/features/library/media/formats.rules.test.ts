import { expect, test } from 'vitest'
import {
  audioFormatOf,
  contentTypeOf,
  dispositionOf,
  extensionOf,
  fileKindOf,
  isUnplayable,
} from './formats.rules.ts'

test('the name of a download holds no control character', () => {
  expect(dispositionOf('a\n\u001b雨.wav')).toBe("inline; filename*=UTF-8''a%EF%BF%BD%EF%BF%BD%E9%9B%A8.wav")
})

test('an apostrophe, a bracket and a star of a name stay inside its quotes', () => {
  expect(dispositionOf("a'(b)*.mp3")).toBe("inline; filename*=UTF-8''a%27%28b%29%2A.mp3")
})

test.each([
  ['a.mp3', 'mp3'],
  ['雨/1. 雨.FLAC', 'flac'],
  ['a.tar.gz', 'gz'],
  ['a.12345678', '12345678'],
])('%s ends in %s', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})

test.each(['', 'mp3', '.mp3', 'a/.mp3', 'a.', 'a.123456789', 'a.m p', 'a.音', 'a.b/c'])(
  '%j has no extension',
  (name) => {
    expect(extensionOf(name)).toBe('')
  },
)

test('the shortest of names has one', () => {
  expect(extensionOf('a.mp3')).toBe('mp3')
  expect(extensionOf('d/a.mp3')).toBe('mp3')
})

test('what a browser plays is audio under its own type', () => {
  expect(['a.mp3', 'a.M4A', 'a.opus'].map(audioFormatOf)).toEqual(['mp3', 'm4a', 'opus'])
  expect(['a.mp3', 'a.M4A', 'a.opus'].map(contentTypeOf)).toEqual(['audio/mpeg', 'audio/mp4', 'audio/ogg'])
})

test('anything else is bytes, whatever it is called', () => {
  const others = ['a.html', 'mp3', 'a.constructor', 'a.ra']
  expect(others.map(audioFormatOf)).toEqual([undefined, undefined, undefined, undefined])
  expect(['a.html', 'mp3', 'a.ra'].map(contentTypeOf)).toEqual(Array(3).fill('application/octet-stream'))
})

test('a recording that nothing here can read is known as one', () => {
  expect(['a.ra', 'a.TTA', 'b.amr'].map(isUnplayable)).toEqual([true, true, true])
  expect(['a.mp3', 'a.wma', 'ra'].map(isUnplayable)).toEqual([false, false, false])
})

test('pictures, documents and texts are shown, and what may run a script is none of them', () => {
  const names = ['a.JPG', 'a.pdf', 'a.lrc', 'a.svg', 'a.html', 'a']
  expect(names.map(fileKindOf)).toEqual(['picture', 'pdf', 'text', 'other', 'other', 'other'])
  expect(dispositionOf('a.svg')).toMatch(/^attachment;/)
  expect(dispositionOf('a.txt')).toMatch(/^inline;/)
})
