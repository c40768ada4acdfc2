/** How far readers of a change feed have come: a cursor is a position in all that happened, until it is too old. */
import type { DriveChange, DriveTree } from './fake-provider.ts'

export interface FakeFeed {
  readonly latest: () => string
  /** Returns undefined for a cursor that is too old, or none of ours. */
  readonly read: (cursor: string) => FeedRead | undefined
  /** Makes all cursors that were given too old. */
  readonly expire: () => void
  /** Adds something that did not happen, to what was never there. */
  readonly lie: (change: DriveChange) => void
}

interface FeedRead {
  readonly changes: readonly DriveChange[]
  /** The cursor of what comes next. */
  readonly next: string
  readonly hasMore: boolean
}

const pageSize = 50

export function createFakeFeed({ changes }: Pick<DriveTree, 'changes'>): FakeFeed {
  const lies: DriveChange[] = []
  let age = 0
  const cursorAt = (position: number) => `${age}-${position}-${lies.length}`
  return {
    latest: () => cursorAt(changes.length),
    read: (cursor) => {
      const [, at, from = '', lied = ''] = /^(\d+)-(\d+)-(\d+)$/.exec(cursor) ?? []
      if (at !== String(age)) return undefined
      const end = Math.min(Number(from) + pageSize, changes.length)
      return {
        changes: [...lies.slice(Number(lied)), ...changes.slice(Number(from), end)],
        next: cursorAt(end),
        hasMore: end < changes.length,
      }
    },
    expire: () => {
      age += 1
    },
    lie: (change) => void lies.push(change),
  }
}
