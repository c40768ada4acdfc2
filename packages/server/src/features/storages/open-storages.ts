/** The storages that files are served from, each opened once. */
import { LRUCache } from 'lru-cache'
import { openLocalStorage } from './local/local-storage.ts'
import type { Storage } from './storage.ts'

export interface StorageLocation {
  readonly kind: 'local'
  readonly root: string
}

export type OpenStorage = (place: StorageLocation) => Storage

const openers: Readonly<Record<StorageLocation['kind'], (root: string) => Storage>> = {
  local: openLocalStorage,
}

/** More than anybody has. */
const mostOpen = 100

export function createStorages(): OpenStorage {
  const open = new LRUCache<string, Storage>({ max: mostOpen })
  return ({ kind, root }) => {
    const name = `${kind}\n${root}`
    const storage = open.get(name) ?? openers[kind](root)
    open.set(name, storage)
    return storage
  }
}
