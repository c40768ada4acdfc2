/**
 * The mark in a storage's root: a small file with a random id, so that the disk is known again, and so that one
 * that goes away while it is read is noticed.
 */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../../lib/ids.ts'
import type { MaybePromise } from '../../storages/storage.ts'
import { isJunk } from './names.rules.ts'
import { markerOfNames, type SeenRoot, storageStateOf } from './storage-state.rules.ts'

/** Hidden, so that no scan takes it for a work. */
export const markFile = '.koedana-storage'

/** Looks at a root without going into it. */
export function inspectRoot(root: string): SeenRoot {
  try {
    return { names: readdirSync(root).filter((name) => !isJunk(name)), mark: readMark(root) }
  } catch {
    return { names: undefined, mark: undefined }
  }
}

/** The marker to know this root by. A mark that is there stays: another server may know the disk by it. */
export function markRoot(root: string): string {
  const { names = [], mark } = inspectRoot(root)
  if (mark !== undefined) return mark
  const id = newId()
  try {
    const path = join(root, markFile)
    writeFileSync(path, `${id}\n`, { flag: 'wx' })
    // Another server, run by somebody else, is to know the disk too.
    chmodSync(path, 0o644)
    return id
  } catch {
    return markerOfNames(names)
  }
}

/** Ids are short; whatever else is in such a file is no mark of ours. */
const idPattern = /^[\w-]{8,64}$/

/** Longer than any mark: what else has that name may be a pipe, or as large as the disk. */
const mostMarkBytes = 1024

function readMark(root: string): string | undefined {
  try {
    const path = join(root, markFile)
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > mostMarkBytes) return undefined
    const text = readFileSync(path, 'utf8').trim()
    return idPattern.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** The root went away, or the storage was removed: nothing that is not found any more may be taken for gone. */
export class StorageLost extends Error {}

/**
 * Throws `StorageLost` once the root is not what was seen of it at first: a mount that was lost leaves an empty folder in
 * its place, or whatever lay below.
 */
export function watchRoot(
  inspect: () => MaybePromise<SeenRoot>,
  { names = [], mark }: SeenRoot,
): () => Promise<void> {
  const marker = mark ?? markerOfNames(names)
  return async () => {
    const now = await inspect()
    // One that was empty from the start has no names to be known by.
    const isThere =
      mark === undefined && names.length > 0
        ? storageStateOf(now, marker) === 'mounted'
        : now.names !== undefined && now.mark === mark
    if (!isThere) throw new StorageLost()
  }
}
