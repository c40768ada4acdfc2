import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('what nothing holds any more is collected at once', async () => {
  const held = { name: 'held' }
  const refs = [new WeakRef(held), new WeakRef({ name: 'left behind' })]
  // A WeakRef keeps its target alive until the current turn of the event loop ends.
  await setImmediate()
  collectGarbage()
  expect(refs.map((ref) => ref.deref()?.name)).toEqual(['held', undefined])
  expect(held.name).toBe('held')
})

test('programs have no collector of their own after it', () => {
  collectGarbage()
  expect(globalThis.gc).toBeUndefined()
})
