import { expect, test } from 'vitest'
import { rankCovers } from './choose-cover.rules.ts'

test.each([
  ['a file called cover', ['a.jpg', 'cover.png', 'RJ298293_img_main.jpg'], 'cover.png'],
  ['a cover in a folder over another picture', ['a.jpg', 'img/cover.webp'], 'img/cover.webp'],
  ['the main picture of the marketplace', ['a.jpg', 'x/RJ298293_img_main.jpg'], 'x/RJ298293_img_main.jpg'],
  ['the first picture at the top', ['b.jpg', 'c.png', 'x/a.jpg'], 'b.jpg'],
  ['rather not a thumbnail', ['RJ298293_img_sam.jpg', 'z.jpg'], 'z.jpg'],
  ['a thumbnail rather than nothing', ['RJ298293_img_sam.jpg'], 'RJ298293_img_sam.jpg'],
  ['nothing from below, unless it says so', ['x/a.jpg'], undefined],
  ['no other file', ['cover.txt', '01.mp3'], undefined],
])('%s', (_, paths, expected) => {
  expect(rankCovers(paths)[0]).toBe(expected)
})

test('each comes once, the best first, for where the best cannot be read', () => {
  const paths = ['a_img_sam.jpg', 'b.png', 'cover.jpg', 'x/c.jpg', 'x/cover.png', 'x/RJ298293_img_main.jpg']
  expect(rankCovers(paths)).toEqual([
    'cover.jpg',
    'x/cover.png',
    'x/RJ298293_img_main.jpg',
    'b.png',
    'a_img_sam.jpg',
  ])
})
