import { expect, test } from 'vitest'
import { acceptsAvif } from './accept-header.rules.ts'

test.each([
  ['a browser that names it', 'image/avif,image/webp,image/apng,*/*;q=0.8', true],
  ['a browser that likes it less', 'image/webp, Image/AVIF; q=0.05', true],
  ['a browser that refuses it', 'image/avif;q=0, image/webp', false],
  ['a browser that refuses it in full', 'image/avif; q=0.000', false],
  ['anything at all is no word of it', 'image/*,*/*', false],
  ['another format whose name begins the same', 'image/avif-sequence', false],
  ['nothing asked', '', false],
  ['no header', undefined, false],
])('%s', (_, accept, expected) => {
  expect(acceptsAvif(accept)).toBe(expected)
})
