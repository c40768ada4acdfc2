import { expect, test } from 'vitest'
import { decodeTexts } from './decode-texts.ts'
import { languageOfText } from './language.rules.ts'

const japanese =
  '[00:01.00]いらっしゃい。雨の中、よく来てくれましたね。\n[00:05.00]お茶を淹れました。熱いので、ゆっくりどうぞ。\n'
const bytes = (...values: number[]) => Uint8Array.from(values)
const utf16le = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())

test('marks, zero bytes and strict UTF-8 tell the encoding', () => {
  const texts = [
    Buffer.concat([bytes(0xef, 0xbb, 0xbf), Buffer.from(japanese)]),
    Buffer.concat([bytes(0xff, 0xfe), utf16le(japanese)]),
    Buffer.concat([bytes(0xfe, 0xff), utf16be(japanese)]),
    utf16le(japanese),
    utf16be(japanese),
    Buffer.from(japanese),
  ]
  expect(decodeTexts(texts)).toEqual(texts.map(() => japanese))
})

/** 「こんにちは、雨の夜です。」 and 「你好，今天晚上下雨。」, each after a time tag. */
const shiftJis = Buffer.from(
  '5b30303a30315d82b182f182c982bf82cd814a894a82cc96e982c582b781420a'.replace('814a', '8141'),
  'hex',
)
const gb = Buffer.from('5b30303a30315dc4e3bac3a3acbdf1ccecced2c3c7d2bbc6f0ccfdd3eaa1a30a', 'hex')

test('the rest is guessed at, short texts together with their neighbours', () => {
  const [sjis = ''] = decodeTexts([Buffer.concat(new Array<Uint8Array>(12).fill(shiftJis))])
  expect(sjis).toContain('[00:01]こんにちは、雨の夜です。')
  const [chinese = '', short] = decodeTexts([Buffer.concat(new Array<Uint8Array>(12).fill(gb)), gb])
  expect(chinese).toContain('[00:01]你好，今天我们一起听雨。')
  expect(short).toBe('[00:01]你好，今天我们一起听雨。\n')
})

test('nothing, and bytes that are no text, are decoded to something', () => {
  expect(decodeTexts([])).toEqual([])
  expect(decodeTexts([bytes()])).toEqual([''])
  expect(decodeTexts([bytes(0xff, 0xff, 0x80), bytes(0, 0, 0)])).toHaveLength(2)
})

test.each([
  ['いらっしゃい。雨の中', 'ja'],
  ['你好，我们一起听雨吧', 'zh-Hans'],
  ['歡迎來到這個圖書館，我們聽雨聲', 'zh-Hant'],
  ['Welcome to the library, and listen to the rain', 'en'],
  ['어서 오세요', 'ko'],
  ['...', 'und'],
  ['Bonsoir mes amis', 'und'],
])('%s is %s', (text, lang) => {
  expect(languageOfText(text)).toBe(lang)
})
