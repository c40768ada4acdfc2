import { expect, test } from 'vitest'
import { determineStorageState, isMassLoss, markerOfNames } from './storage-state.rules.ts'

const names = ['RJ334212', 'RJ334213', 'RJ334214']

test('a storage that was never scanned is taken for what it is; an empty one may be a mount that failed', () => {
  expect(determineStorageState({ names, mark: undefined }, null)).toBe('mounted')
  expect(determineStorageState({ names, mark: 'of another server' }, null)).toBe('mounted')
  expect(determineStorageState({ names: [], mark: undefined }, null)).toBe('notMounted')
  expect(determineStorageState({ names: undefined, mark: undefined }, null)).toBe('notMounted')
})

test('a storage is mounted where its mark is; only with its mark may it be empty', () => {
  expect(determineStorageState({ names, mark: 'abc' }, 'abc')).toBe('mounted')
  expect(determineStorageState({ names: [], mark: 'abc' }, 'abc')).toBe('emptied')
  expect(determineStorageState({ names, mark: undefined }, 'abc')).toBe('notMounted')
  expect(determineStorageState({ names, mark: 'xyz' }, 'abc')).toBe('notMounted')
  expect(determineStorageState({ names: [], mark: undefined }, 'abc')).toBe('notMounted')
  expect(determineStorageState({ names: undefined, mark: undefined }, 'abc')).toBe('notMounted')
})

test('without a mark it is known by half of the names that lay there', () => {
  const marker = markerOfNames(['a', 'b', 'c', 'd'])
  const state = (...seen: string[]) => determineStorageState({ names: seen, mark: undefined }, marker)
  expect(state('a', 'b', 'new')).toBe('mounted')
  expect(state('a', 'new', 'newer')).toBe('notMounted')
  expect(state()).toBe('notMounted')
  expect(determineStorageState({ names: ['a'], mark: undefined }, markerOfNames([]))).toBe('notMounted')
})

test('more than a tenth at once is a mass loss, unless it is one work', () => {
  expect(isMassLoss({ lost: 10, total: 100, works: 5 })).toBe(false)
  expect(isMassLoss({ lost: 11, total: 100, works: 5 })).toBe(true)
  expect(isMassLoss({ lost: 3, total: 3, works: 1 })).toBe(false)
  expect(isMassLoss({ lost: 0, total: 0, works: 0 })).toBe(false)
})
