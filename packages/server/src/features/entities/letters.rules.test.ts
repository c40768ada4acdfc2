import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import { expect, test } from 'vitest'
import { letterOf, lettersOf } from './letters.rules.ts'

test.each([
  ['Quiet Room', 'Q'],
  ['ｗｉｄｅ', 'W'],
  ['ねむりの森', 'な'],
  ['ガラス', 'か'],
  ['ぱん', 'は'],
  ['ゃ', 'や'],
  ['ゎ', 'わ'],
  ['ん', 'わ'],
  ['ヴァイオリン', 'あ'],
  ['月灯り工房', '漢'],
  ['8 bits', '#'],
  ['【声】', '…'],
  ['', '#'],
  ['한국', '…'],
  ['𠮷野', '漢'],
])('%s stands under %s', (name, letter) => {
  expect(letterOf(fold(name))).toBe(letter)
})

test('each letter stands once, where it first comes', () => {
  expect(lettersOf(['1', 'ab', 'ac', 'あ', 'い', 'か', '月', '日'])).toEqual([
    { letter: '#', at: 0 },
    { letter: 'A', at: 1 },
    { letter: 'あ', at: 3 },
    { letter: 'か', at: 5 },
    { letter: '漢', at: 6 },
  ])
  expect(lettersOf([])).toEqual([])
})
