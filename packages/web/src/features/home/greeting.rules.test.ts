import { expect, test } from 'vitest'
import { greetingKey } from './greeting.rules.ts'

test('every hour has its greeting', () => {
  const greetings = [0, 4, 5, 11, 12, 17, 18, 23].map(greetingKey)
  expect(greetings).toEqual([
    'home.night',
    'home.night',
    'home.morning',
    'home.morning',
    'home.afternoon',
    'home.afternoon',
    'home.evening',
    'home.evening',
  ])
})
