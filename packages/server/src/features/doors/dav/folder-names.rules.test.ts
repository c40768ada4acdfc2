import { expect, test } from 'vitest'
import { folderNameOf, workKeyOfFolder } from './folder-names.rules.ts'

const id = 'RJ01000001'
const nameOf = (title: string) => folderNameOf({ id, title })

test.each([
  ['雨の音', `雨の音 [${id}]`],
  ['a/b\\c:d*e?f"g<h>i|j\u0000k\u202e', `a_b_c_d_e_f_g_h_i_j_k_ [${id}]`],
  ['..', `__ [${id}]`],
  ['.hidden', `_hidden [${id}]`],
  ['the end. . ', `the end [${id}]`],
  ['CON', `_CON [${id}]`],
  ['nul.txt', `_nul.txt [${id}]`],
  ['Consider', `Consider [${id}]`],
  ['か\u3099', `が [${id}]`],
  ['', `[${id}]`],
  ['\ud800', `\ufffd [${id}]`],
])('the folder of %j', (title, expected) => {
  expect(nameOf(title)).toBe(expected)
})

test('a long title is cut between characters, and fits where names have room for 143 bytes', () => {
  const family = '👨‍👩‍👧'
  for (const title of ['雨'.repeat(300), family.repeat(50), 'a'.repeat(500)]) {
    const name = nameOf(title)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(143)
    expect(title.startsWith(name.slice(0, -id.length - 3))).toBe(true)
  }
  expect(nameOf(family.repeat(50))).toBe(`${family.repeat(6)} [${id}]`)
})

test('the code alone says which work a folder is that of', () => {
  const key = workKeyOfFolder(id)
  expect(key).toBeDefined()
  for (const title of ['雨', 'Other [RJ01000002]', '[', '']) expect(workKeyOfFolder(nameOf(title))).toBe(key)
  expect(workKeyOfFolder('rj01000001')).toBe(key)
  for (const name of [
    '',
    'Rain',
    `${id} Rain`,
    `[${id}] Rain`,
    'Rain [RJ1]',
    'Rain []',
    `[${id}`,
    '__proto__',
  ])
    expect(workKeyOfFolder(name), name).toBeUndefined()
})
