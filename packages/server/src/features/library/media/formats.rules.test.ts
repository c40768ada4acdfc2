import { expect, test } from 'vitest'
import { inlineDisposition } from './formats.rules.ts'

test('the name of a download holds no control character', () => {
  expect(inlineDisposition('a\n\u001b雨.wav')).toBe(
    "inline; filename*=UTF-8''a%EF%BF%BD%EF%BF%BD%E9%9B%A8.wav",
  )
})
