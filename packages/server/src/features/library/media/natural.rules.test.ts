import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNatural } from './natural.rules.ts'

test('numbers are compared by value, whatever their width', () => {
  expect(['10.mp3', '2.mp3', '1.mp3', '０3.mp3'].sort(compareNatural)).toEqual([
    '1.mp3',
    '2.mp3',
    '０3.mp3',
    '10.mp3',
  ])
})

test.each([
  ['第一話 出会い', '第二話 雨', '第三話 駅', '第十話 夜', '第十一話 朝', '第二十話 別れ'],
  ['その一', 'その二', 'その三'],
  ['一、雨', '二、駅', '三、夜', '十、朝'],
  ['トラック一', 'トラック二', 'トラック三'],
  ['①雨', '②駅', '⑩夜'],
  ['Ⅰ', 'Ⅱ', 'Ⅳ', 'Ⅸ', 'Ⅹ'],
  ['前編.mp3', '中編.mp3', '後編.mp3'],
  ['雨の夜（上）', '雨の夜（中）', '雨の夜（下）'],
  ['巻の壱', '巻の弐', '巻の参'],
  ['1日目', '2日目', '10日目'],
  ['第1話', '第二話', '第３話', '第十話'],
])('numbers written in characters are numbers: %s', (...names) => {
  expect([...names].reverse().sort(compareNatural)).toEqual(names)
})

test('a character that is part of a word is no number', () => {
  const names = ['一緒に', '三日月', '二人', '上着', '下町', '前髪', '後輪']
  const collator = new Intl.Collator('ja', { numeric: true })
  expect([...names].sort(compareNatural)).toEqual([...names].sort(collator.compare))
})

test('the order is total: only equal names tie, and turning them round turns the result round', () => {
  const name = fc.array(
    fc.constantFrom('1', '01', '10', '第', '一', '十', '話', '①', 'a', 'A', 'が', 'か\u3099'),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  fc.assert(
    fc.property(name, name, (a, b) => {
      const [left, right] = [a.join(''), b.join('')]
      expect(compareNatural(left, right) === 0).toBe(left === right)
      expect(Math.sign(compareNatural(left, right)) + Math.sign(compareNatural(right, left))).toBe(0)
    }),
  )
})
