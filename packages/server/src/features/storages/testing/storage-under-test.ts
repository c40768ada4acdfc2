import { expect } from 'vitest'
import { type Entry, type Link, type Ref, type Storage, StorageError, type StorageFault } from '../storage.ts'

/** An initially empty storage under test, and functions that change it from outside. */
export interface StorageUnderTest {
  readonly storage: Storage
  readonly put: (path: string, bytes: Uint8Array | string) => Promise<void> | void
  readonly remove: (path: string) => Promise<void> | void
  /** Returns how the storage names a file, if it cannot represent the name. */
  readonly nameOf?: (name: string) => string
  /** Creates a link at the path to a file outside the root. */
  readonly putLinkOutside?: (path: string) => Promise<void> | void
  /** Makes every call fail with the fault, until called without one. Throws for faults that the storage cannot have. */
  readonly failWith: (fault?: Fault) => Promise<void> | void
  readonly faults: readonly Fault[]
  /** Reads a link as a listener would; fails if it has expired. */
  readonly follow?: (link: Link) => Promise<Uint8Array>
  /** Advances the clock, so that links expire. */
  readonly passTime?: (ms: number) => void
  readonly close: () => Promise<void> | void
}

type Fault = Extract<StorageFault, 'unavailable' | 'revoked' | 'rateLimited' | 'damaged'>

export async function listAll(storage: Storage, folder: Ref = storage.root): Promise<Entry[]> {
  const entries: Entry[] = []
  let page: string | undefined
  const seen = new Set<string>()
  do {
    if (page !== undefined && seen.has(page)) throw new Error('a page leads back to itself')
    seen.add(page ?? '')
    const { entries: some, next } = await storage.list(folder, page)
    entries.push(...some)
    page = next
  } while (page !== undefined)
  return entries
}

export async function refOf(storage: Storage, path: string): Promise<Ref> {
  let ref = storage.root
  for (const name of path.split('/')) {
    const entry = (await listAll(storage, ref)).find((one) => one.name === name)
    if (!entry) throw new Error(`no ${path}`)
    ref = entry.ref
  }
  return ref
}

export const faultOf = async (act: () => unknown): Promise<StorageFault | undefined> => {
  try {
    await act()
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(StorageError)
    return error instanceof StorageError ? error.fault : undefined
  }
}
