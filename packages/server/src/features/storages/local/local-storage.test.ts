import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StorageError } from '../storage.ts'
import { storageConforms } from '../testing/conformance.ts'
import { listAll, type StorageUnderTest } from '../testing/storage-under-test.ts'
import { type LocalStorageOptions, openLocalStorage } from './local-storage.ts'

async function given(wishes: LocalStorageOptions): Promise<StorageUnderTest> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-storage-')))
  const root = join(folder, 'root')
  mkdirSync(root)
  writeFileSync(join(folder, 'outside'), 'secret')
  mkdirSync(join(folder, 'root-sibling'))
  writeFileSync(join(folder, 'root-sibling', 'secret'), 'secret')
  return {
    storage: openLocalStorage(root, wishes),
    put: (path, bytes) => {
      const full = join(root, path)
      mkdirSync(dirname(full), { recursive: true })
      writeFileSync(full, bytes)
    },
    remove: (path) => rmSync(join(root, path)),
    putLinkOutside: (path) => symlinkSync(join(folder, 'outside'), join(root, path)),
    failWith: (fault) => renameSync(fault ? root : `${root}-away`, fault ? `${root}-away` : root),
    faults: ['unavailable'],
    close: () => rmSync(folder, { recursive: true }),
  }
}

storageConforms('a local folder', () => given({}))
storageConforms('a local folder of a thread of its own', () => given({ isBlocking: true }))

describe.each([false, true])('links of a local folder, blocking: %s', (isBlocking) => {
  let folder: string
  let root: string

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-storage-')))
    root = join(folder, 'root')
    mkdirSync(join(root, 'real'), { recursive: true })
    writeFileSync(join(root, 'real', '1.wav'), 'x')
    mkdirSync(join(folder, 'outside'))
    writeFileSync(join(folder, 'outside', '1.wav'), 'secret')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const faultOf = (act: () => unknown) =>
    Promise.resolve()
      .then(act)
      .then(
        () => undefined,
        (error: StorageError) => error.fault,
      )

  test('lead to what they lead to inside, under its own reference', async () => {
    const storage = openLocalStorage(root, { isBlocking })
    symlinkSync('real', join(root, 'alias'))
    symlinkSync('.', join(root, 'self'))
    expect(await storage.stat('alias')).toMatchObject({ ref: 'real', kind: 'folder' })
    expect(await storage.stat('alias/1.wav')).toMatchObject({ ref: 'real/1.wav', kind: 'file' })
    expect(await storage.stat('self')).toMatchObject({ ref: '', kind: 'folder' })
    expect((await listAll(storage, 'alias')).map(({ ref }) => ref)).toEqual(['alias/1.wav'])
  })

  test('of folders lead nowhere outside, whatever lies behind them', async () => {
    const storage = openLocalStorage(root, { isBlocking })
    await listAll(storage)
    symlinkSync('../outside', join(root, 'out'))
    symlinkSync('../..', join(root, 'real', 'up'))
    for (const ref of ['out', 'out/1.wav', 'real/up', 'real/up/outside/1.wav']) {
      expect(await faultOf(() => storage.stat(ref))).toBe('forbidden')
      expect(await faultOf(() => storage.list(ref))).toBe('forbidden')
      expect(await faultOf(() => storage.open(ref))).toMatch(/forbidden|notFound/)
    }
  })

  test('that lead to nothing or in a circle are not found', async () => {
    const storage = openLocalStorage(root, { isBlocking })
    symlinkSync('nowhere', join(root, 'broken'))
    symlinkSync('circle', join(root, 'circle'))
    for (const ref of ['broken', 'circle']) expect(await faultOf(() => storage.stat(ref))).toBe('notFound')
  })
})
