/**
 * Runs an operation in which the n-th statement or file operation fails once, like a failing disk or a lost connection. It patches
 * the drivers and Node, so tests that use it need their own process.
 */
import fs from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'

export type Failing = 'statement' | 'lost response' | 'file'

export interface FaultRun {
  readonly count: number
  readonly thrown: unknown
}

/** Part of the message of every injected error. */
export const faultMessage = 'a fault of the test'

const faultOf = (message: string, code: string, more: object = {}) =>
  Object.assign(new Error(`${message}: ${faultMessage}`), { code, ...more })

type MethodOwner = object
type Wrapper = (call: () => unknown) => unknown

/**
 * `lost response`: the statement runs, but its response is lost, as when a connection breaks (PostgreSQL only). Without `n`,
 * nothing fails and operations are only counted.
 */
export async function withNthFault(
  { failing, n }: { readonly failing: Failing; readonly n?: number },
  act: () => Promise<unknown>,
): Promise<FaultRun> {
  let count = 0
  const isNow = () => {
    count += 1
    return count === n
  }
  const restore = failing === 'file' ? await failFiles(isNow) : failStatements(isNow, failing)
  // After a timeout, the test is abandoned during the operation; the next one must not be affected.
  onTestFinished(restore)
  const thrown = await act().then(
    () => undefined,
    (error: unknown) => error ?? new Error('nothing was thrown'),
  )
  restore()
  return { count, thrown }
}

function failStatements(isNow: () => boolean, failing: Failing): () => void {
  const broken = faultOf('disk I/O error', 'SQLITE_IOERR')
  const gone = faultOf('terminating connection due to administrator command', '57P01')
  const inMemory = new SqliteDatabase(':memory:')
  const statement = Object.getPrototypeOf(inMemory.prepare('select 1'))
  inMemory.close()
  const onSqlite: Wrapper = (call) => {
    if (isNow()) throw broken
    return call()
  }
  const onPostgres: Wrapper = (call) => {
    if (!isNow()) return call()
    return failing === 'statement'
      ? Promise.reject(gone)
      : Promise.resolve(call()).then(() => Promise.reject(gone))
  }
  const putBack = [
    ...['run', 'get', 'all', 'iterate'].map((name) => replace(statement, name, onSqlite)),
    replace(Client.prototype, 'query', onPostgres),
  ]
  return () => {
    for (const back of putBack) back()
  }
}

/** The file operations of Node, except closing: tests must be able to close what is open. */
const operations = {
  promises: [
    'open',
    'opendir',
    'readdir',
    'stat',
    'lstat',
    'realpath',
    'readFile',
    'writeFile',
    'mkdir',
    'rename',
    'link',
    'unlink',
    'rm',
    'copyFile',
    'chmod',
    'utimes',
    'mkdtemp',
    'access',
    'readlink',
    'symlink',
    'statfs',
  ],
  sync: [
    'openSync',
    'readSync',
    'readFileSync',
    'writeFileSync',
    'readdirSync',
    'statSync',
    'lstatSync',
    'fstatSync',
    'realpathSync',
    'rmSync',
    'mkdirSync',
    'renameSync',
    'chmodSync',
    'existsSync',
  ],
  handle: ['read', 'write', 'readFile', 'writeFile', 'stat', 'sync', 'truncate'],
} as const

async function failFiles(isNow: () => boolean): Promise<() => void> {
  const path = join(tmpdir(), `koedana-handle-${process.pid}`)
  const opened = await open(path, 'w')
  const handle = Object.getPrototypeOf(opened)
  await opened.close()
  await rm(path)
  const failing = (holder: MethodOwner, name: string, isSync: boolean) =>
    replace(holder, name, (call) => {
      if (!isNow()) return call()
      const fault = faultOf(`EIO: i/o error, ${name}`, 'EIO', { syscall: name })
      if (isSync) throw fault
      return Promise.reject(fault)
    })
  const putBack = [
    ...operations.promises.map((name) => failing(fs.promises, name, false)),
    ...operations.sync.map((name) => failing(fs, name, true)),
    ...operations.handle.map((name) => failing(handle, name, false)),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const back of putBack) back()
    syncBuiltinESMExports()
  }
}

function replace(holder: MethodOwner, name: string, around: Wrapper): () => void {
  const before = methodOf(holder, name)
  function replaced(this: unknown, ...given: unknown[]): unknown {
    return around(() => Reflect.apply(before, this, given))
  }
  if (!Reflect.set(holder, name, Object.assign(replaced, before))) throw new Error(`${name} stays as it is`)
  return () => {
    Reflect.set(holder, name, before)
  }
}

type Method = (this: unknown, ...given: unknown[]) => unknown

function methodOf(holder: MethodOwner, name: string): Method {
  const found: unknown = Reflect.get(holder, name)
  if (!isMethod(found)) throw new Error(`there is no ${name}`)
  return found
}

const isMethod = (value: unknown): value is Method => typeof value === 'function'
