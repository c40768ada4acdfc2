import type { ProgressReport } from '@koedana/contract/progress.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReportOutbox, findOutboxOwner } from './report-outbox.ts'

const report = (playId: string, n = 0): ProgressReport => ({
  playId,
  n,
  kind: 'beat',
  fileId: 'file-1',
  position: n,
  listened: 0,
  at: new Date(n * 1000).toISOString(),
  play: { basedOn: 0, startedAt: new Date(0).toISOString(), fileId: 'file-1', position: 0, chosen: false },
})

/** A storage whose keys are its own properties, as in browsers. */
class FakeStorage {
  [name: string]: unknown
}
Object.defineProperties(FakeStorage.prototype, {
  getItem: {
    value(this: FakeStorage, name: string) {
      return this[name] ?? null
    },
  },
  setItem: {
    value(this: FakeStorage, name: string, value: string) {
      this[name] = value
    },
  },
  removeItem: {
    value(this: FakeStorage, name: string) {
      delete this[name]
    },
  },
})

beforeEach(() => vi.stubGlobal('localStorage', new FakeStorage()))
afterEach(() => vi.unstubAllGlobals())

test('two tabs do not overwrite each other, and drop only what they sent', () => {
  const [one, two] = [createReportOutbox(() => 'midori'), createReportOutbox(() => 'midori')]
  one.keep(report('play-one', 1))
  two.keep(report('play-two', 2))
  expect(one.recall()).toEqual([report('play-one', 1), report('play-two', 2)])
  one.keep(report('play-one', 3))
  two.drop(report('play-one', 1))
  two.drop(report('play-two', 2))
  expect(two.recall()).toEqual([report('play-one', 3)])
  one.clear()
  expect(two.recall()).toEqual([])
})

test('reports are those of their owner alone', () => {
  createReportOutbox(() => 'midori').keep(report('play-one'))
  expect(createReportOutbox(() => 'haruka').recall()).toEqual([])
  expect(findOutboxOwner()).toBe('midori')
})

test('the list of earlier versions is taken over', () => {
  localStorage.setItem('player.reports', JSON.stringify({ user: 'midori', reports: [report('play-one', 4)] }))
  expect(findOutboxOwner()).toBe('midori')
  expect(createReportOutbox(() => 'midori').recall()).toEqual([report('play-one', 4)])
  expect(localStorage.getItem('player.reports')).toBeNull()
})
