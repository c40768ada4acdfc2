// @module-tag large
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollOptions } from '../../testing/poll-options.ts'
import { MigrationRejected } from './migration-report.ts'
import { defaultReadLimits, readInProcess } from './read-old.ts'
import { createOldServer } from './testing/old-kikoeru.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-hostile-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const never = new AbortController().signal
const fileOf = (sql = '') => {
  const old = createOldServer(join(folder, 'old'), 'project')
  old.database.exec(sql)
  old.database.pragma('journal_mode = DELETE')
  old.close()
  return join(folder, 'old', 'sqlite', 'db.sqlite3')
}
const reasonOf = (file: string, read = readInProcess(never)) =>
  read('kikoeru', file).then(
    ({ library }) => library.server,
    (error: unknown) => (error instanceof MigrationRejected ? error.reason : error),
  )
const replace = (table: string, sql: string) => `alter table ${table} rename to was_${table}; ${sql}`
const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select'
const deepViews = Array.from(
  { length: 500 },
  (_, at) => `create view v${at} as select * from ${at === 0 ? 'was_t_review' : `v${at - 1}`}`,
).join(';')

test.each([
  ['virtual generated columns', 'alter table t_work add column memo2 as (zeroblob(500000000)) virtual'],
  [
    'stored generated columns',
    replace('t_review', 'create table t_review (user_name, work_id, rating as (1) stored)'),
  ],
  [
    'checks',
    replace('t_review', `create table t_review (user_name, x check (instr(zeroblob(900000000), x'01') = 0))`),
  ],
  [
    'checks behind a comment',
    replace('t_review', 'create table t_review (user_name, work_id, check/**/(work_id > 0))'),
  ],
  [
    'an endless view',
    replace('t_review', `create view t_review as ${endless} i as user_name, i as work_id from n`),
  ],
  ['deep views', replace('t_review', `${deepViews}; create view t_review as select * from v499`)],
  ['a virtual table', replace('t_review', 'create virtual table t_review using fts5(user_name, work_id)')],
  [
    'a virtual table beside others',
    replace('t_review', 'create virtual table t_review using rtree(id, a, b)'),
  ],
])('a database with %s in a table that is read is rejected', async (_what, sql) => {
  expect(await reasonOf(fileOf(sql))).toBe('databaseForeign')
})

test('what the schema computes elsewhere is never run', async () => {
  const sql = `pragma ignore_check_constraints = on; create view other as ${endless} max(i) as m from n;
    create table unread (x as (zeroblob(400000000)) virtual, y check (length(zeroblob(400000000)) > y));
    insert into unread (y) values (1);
    create trigger t after insert on t_review begin select 1; end;
    create index i on t_review (instr(hex(rating), 'x'))`
  expect(await reasonOf(fileOf(sql))).toContain('kikoeru')
})

test('a value of many megabytes is passed over, and the other rows are read', async () => {
  const file =
    fileOf(`insert into t_user (name, password, "group") values ('one', hex(zeroblob(30000000)), 'user');
    insert into t_user (name, password, "group") values ('two', 'x', 'user')`)
  const { library } = await readInProcess(never)('kikoeru', file)
  expect(library.users.map(({ name }) => name)).toEqual(['one', 'two'])
})

test('a file that is none, is corrupted, or is no plain file is rejected', async () => {
  const file = fileOf(`insert into t_user (name, password, "group") values ('one', 'x', 'user')`)
  const bytes = readFileSync(file)
  const put = (name: string, content: Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  expect(await reasonOf(put('empty', new Uint8Array()))).toBe('databaseForeign')
  const corrupted = Buffer.from(bytes)
  corrupted.fill(0xff, 4_096)
  expect(await reasonOf(put('corrupted', corrupted))).toBe('databaseDamaged')
  truncateSync(put('cut', bytes), bytes.length / 2)
  expect(await reasonOf(join(folder, 'cut'))).toBe('databaseDamaged')
  execFileSync('mkfifo', [join(folder, 'pipe')])
  expect(await reasonOf(join(folder, 'pipe'))).toBe('databaseMissing')
  symlinkSync(join(folder, 'pipe'), join(folder, 'link to a pipe'))
  expect(await reasonOf(join(folder, 'link to a pipe'))).toBe('databaseMissing')
  symlinkSync(join(folder, 'nothing'), join(folder, 'broken link'))
  expect(await reasonOf(join(folder, 'broken link'))).toBe('databaseMissing')
  symlinkSync(file, join(folder, 'link'))
  expect(await reasonOf(join(folder, 'link'))).toContain('kikoeru')
})

/** Creates a database whose rows take minutes to read and gigabytes to hold. */
function largeFile(): string {
  const file = fileOf()
  const db = new SqliteDatabase(file)
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 500000)
    insert into t_review (user_name, work_id, rating) select 'somebody', i, 1 from n`)
  db.close()
  return file
}

const leftBehind = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`koedana-migration-${process.pid}`))

test('reading ends at its limits of time and memory, and leaves nothing behind', async () => {
  const file = largeFile()
  const before = leftBehind()
  expect(await reasonOf(file, readInProcess(never, { ...defaultReadLimits, timeoutMs: 100 }))).toBe(
    'databaseTooLarge',
  )
  const small = { ...defaultReadLimits, maxResidentBytes: 150 * 1024 ** 2 }
  expect(await reasonOf(file, readInProcess(never, small))).toBe('databaseTooLarge')
  expect(leftBehind()).toEqual(before)
})

test('reading is cancelled at once, in the midst of a statement', async () => {
  const stop = new AbortController()
  const reading = readInProcess(stop.signal)('kikoeru', largeFile())
  setTimeout(() => stop.abort(new Error('cancelled')), 500)
  await expect(reading).rejects.toThrow('cancelled')
})

test.skipIf(process.platform !== 'linux')(
  'the process ends with its parent, however that one ended',
  async () => {
    const script = `import { readInProcess } from ${JSON.stringify(new URL('./read-old.ts', import.meta.url).href)}
    readInProcess(new AbortController().signal)('kikoeru', ${JSON.stringify(largeFile())})`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    const children = () => {
      try {
        return readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8')
          .trim()
          .split(' ')
          .filter(Boolean)
      } catch {
        return []
      }
    }
    const [child] = await vi.waitFor(() => {
      const found = children()
      expect(found).toHaveLength(1)
      return found
    }, pollOptions)
    parent.kill('SIGKILL')
    // Without an init process that reaps it, the killed process remains as a zombie.
    const isRunning = () =>
      existsSync(`/proc/${child}`) && readFileSync(`/proc/${child}/cmdline`, 'utf8') !== ''
    await vi.waitFor(() => expect(isRunning()).toBe(false), pollOptions)
  },
)
