/** A change feed: a cursor is a position in the list of all changes until it expires. */
import type { DriveChange, DriveTree } from './fake-provider.ts'

export interface FakeFeed {
  readonly latest: () => string
  /** Returns undefined if the cursor is expired or unknown. */
  readonly read: (cursor: string) => FeedRead | undefined
  /** Expires all cursors. */
  readonly expire: () => void
  /** Adds a change that did not happen. */
  readonly lie: (change: DriveChange) => void
}

interface FeedRead {
  readonly changes: readonly DriveChange[]
  /** The cursor of the next page. */
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
