import { describe, expect, test } from 'vitest'
import { archivedWorkId, isJunk, readFolderName, trackTitle } from './names.rules.ts'

describe('folder names', () => {
  test.each([
    ['RJ395908', '', undefined],
    ['[月灯り工房][RJ334212]雨の図書館', '雨の図書館', '月灯り工房'],
    ['(全年龄)[灯台文庫][RJ90000001] 灯台守の手紙 (CV 白瀬しおん)', '灯台守の手紙', '灯台文庫'],
    ['RJ298293 夜行列車', '夜行列車', undefined],
    ['[Quiet Room] The Night Train (RJ298293)[MP3]', 'The Night Train', 'Quiet Room'],
    ['【RJ01678210】【MP3】【2026-08-03】', '', undefined],
    ['The Slow Line (Part 2) RJ298293', 'The Slow Line (Part 2)', undefined],
    ['夜の音 [お茶会]', '夜の音', undefined],
    ['RJ298293 ...', '', undefined],
    ['[灯台文庫] RJ298293 … ・・・', '', '灯台文庫'],
    ['RJ298293 そして...', 'そして...', undefined],
    ['か\u3099くふ RJ298293', 'がくふ', undefined],
  ])('%s', (name, title, maker) => {
    expect(readFolderName(name)).toEqual({ title, maker })
  })
})

test.each([
  ['01 Prologue.mp3', 'Prologue'],
  ['02_雨音.wav', '雨音'],
  ['10.おやすみ.mp3', 'おやすみ'],
  ['Tr03 - Tea.mp3', 'Tea'],
  ['トラック1 はじまり.mp3', 'はじまり'],
  ['01.mp3', '01'],
  ['2001 nights.mp3', '2001 nights'],
])('the title of %s is %s', (name, title) => {
  expect(trackTitle(name)).toBe(title)
})

test('archives are known by their first part', () => {
  expect(archivedWorkId('RJ298293.zip')).toBe('RJ298293')
  expect(archivedWorkId('[x] RJ298293.part1.rar')).toBe('RJ298293')
  expect(archivedWorkId('RJ298293.part02.rar')).toBeUndefined()
  expect(archivedWorkId('RJ298293.z01')).toBeUndefined()
  expect(archivedWorkId('holiday.zip')).toBeUndefined()
})

test('what systems leave behind is junk', () => {
  expect(['Thumbs.db', '.DS_Store', '__MACOSX', 'desktop.ini', '._01.mp3'].every(isJunk)).toBe(true)
  expect(isJunk('01.mp3')).toBe(false)
})
