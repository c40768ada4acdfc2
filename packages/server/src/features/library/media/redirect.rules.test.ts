import { expect, test } from 'vitest'
import { shouldRedirect } from './redirect.rules.ts'

const usual = {
  delivery: 'auto',
  method: 'GET',
  destination: 'audio',
  mode: 'no-cors',
  link: 'https://s3.example/1.wav?x=1',
} as const

test.each([
  [{}, true],
  [{ destination: 'video' }, true],
  [{ destination: undefined, mode: undefined }, true],
  [{ mode: 'cors' }, false],
  [{ destination: 'empty' }, false],
  [{ destination: 'document' }, false],
  [{ method: 'HEAD' }, false],
  [{ delivery: 'proxy' }, false],
  [{ delivery: 'redirect' }, true],
  [{ link: 'http://nas.local/1.wav' }, false],
  [{ link: 'http://nas.local/1.wav', destination: undefined }, false],
  [{ link: 'http://nas.local/1.wav', delivery: 'redirect' }, false],
  [{ link: 'http://nas.local/1.wav', delivery: 'redirect', destination: undefined }, true],
] as const)('%j: %s', (change, is) => {
  expect(shouldRedirect({ ...usual, ...change })).toBe(is)
})
