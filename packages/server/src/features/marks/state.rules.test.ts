import { expect, test } from 'vitest'
import { stateOf } from './state.rules.ts'

const begun = { startedMs: 100, finishedMs: undefined }
const over = { startedMs: 100, finishedMs: 200 }

test.each([
  { chosen: undefined, heard: undefined, state: null },
  { chosen: { state: 'want', atMs: 50 }, heard: undefined, state: 'want' },
  { chosen: undefined, heard: begun, state: 'listening' },
  { chosen: { state: 'want', atMs: 50 }, heard: begun, state: 'listening' },
  { chosen: { state: 'postponed', atMs: 150 }, heard: begun, state: 'postponed' },
  { chosen: { state: null, atMs: 150 }, heard: begun, state: null },
  { chosen: undefined, heard: over, state: 'finished' },
  { chosen: { state: 'postponed', atMs: 150 }, heard: over, state: 'finished' },
  { chosen: { state: 'want', atMs: 200 }, heard: over, state: 'want' },
  // Finished once, and started again since.
  { chosen: undefined, heard: { startedMs: 300, finishedMs: 200 }, state: 'listening' },
] as const)('$chosen and $heard are $state', ({ chosen, heard, state }) => {
  expect(stateOf(chosen, heard)).toBe(state)
})
