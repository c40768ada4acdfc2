import { expect, test } from 'vitest'
import { parseExclusion, parseMinutes, rankCommands } from './palette.rules.ts'

const commands = [
  { title: 'Home' },
  { title: 'Appearance: Dark', also: 'theme night' },
  { title: 'Dark works' },
  { title: '睡眠定时：30 分钟', also: 'sleep timer' },
]
const titles = (query: string) => rankCommands(commands, query).map(({ title }) => title)

test('an empty text leaves all in their order', () => {
  expect(titles('  ')).toEqual(commands.map(({ title }) => title))
})

test('what begins with the text comes first, then a word of it, then another name', () => {
  expect(titles('dark')).toEqual(['Dark works', 'Appearance: Dark'])
  expect(titles('THEME')).toEqual(['Appearance: Dark'])
  expect(titles('ome')).toEqual(['Home'])
})

test('every word has to be found, in any width and case', () => {
  expect(titles('睡眠 ３０')).toEqual(['睡眠定时：30 分钟'])
  expect(titles('sleep 45')).toEqual([])
  expect(titles('home dark')).toEqual([])
})

test('what is no pattern but text is text', () => {
  expect(titles('.*')).toEqual([])
  expect(titles('(')).toEqual([])
})

test('minutes are the number at the end', () => {
  expect(parseMinutes('sleep 25')).toBe(25)
  expect(parseMinutes('睡眠２５分钟')).toBe(25)
  expect(parseMinutes('スリープ 90 分')).toBe(90)
  expect(parseMinutes('RJ01234567')).toBeUndefined()
  expect(parseMinutes('sleep 0')).toBeUndefined()
  expect(parseMinutes('sleep 601')).toBeUndefined()
  expect(parseMinutes('sleep')).toBeUndefined()
})

test('what is to be excluded is named before or after the word for it', () => {
  expect(parseExclusion('exclude Rain', 'exclude')).toBe('rain')
  expect(parseExclusion('排除 雨', '排除')).toBe('雨')
  expect(parseExclusion('雨 を除外', '除外')).toBe('雨')
  expect(parseExclusion('exclude ', 'exclude')).toBeUndefined()
  expect(parseExclusion('rain', 'exclude')).toBeUndefined()
})
