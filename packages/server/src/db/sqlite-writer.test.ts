// @module-tag large
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendBulkChanges, appendChanges, writeInTurn } from './changes.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'
import { findSetting, saveSetting } from './settings.store.ts'
import type { WriterAccess } from './sqlite-writer.ts'

let folder = ''
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-writer-'))
  database = await openDatabase({ folder }, { hasWriterThread: true })
  await migrate(database)
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

test('while another connection holds the lock, a write waits and the event loop does not', async () => {
  const other = await openDatabase({ folder })
  const holding = Promise.withResolvers<void>()
  const order: string[] = []
  const held = writeInTurn(other.write, async (tx) => {
    await saveSetting(tx, 'word', 'theirs')
    await holding.promise
    order.push('theirs')
  })
  await expect.poll(() => findSetting(database.read, 'word')).toBeUndefined()
  const ours = saveSetting(database.write, 'word', 'ours').then(() => order.push('ours'))
  for (let turn = 0; turn < 5; turn++) await sleep(20)
  expect(order).toEqual([])
  holding.resolve()
  await Promise.all([held, ours])
  expect(order).toEqual(['theirs', 'ours'])
  expect(await findSetting(database.read, 'word')).toBe('ours')
  await other.close()
})

test('transactions take the one connection in turn, and one that fails leaves nothing', async () => {
  const failing = writeInTurn(database.write, async (tx) => {
    await saveSetting(tx, 'word', 'half')
    await sleep(20)
    throw new Error('changed my mind')
  })
  const between = saveSetting(database.write, 'other', 'whole')
  await expect(failing).rejects.toThrow('changed my mind')
  await between
  expect(await findSetting(database.read, 'word')).toBeUndefined()
  expect(await findSetting(database.read, 'other')).toBe('whole')
})

test.each([{ hasWriterThread: true }, {}])(
  'a transaction that reads first writes later, whoever else wants to: opened with %o',
  async (opening) => {
    const [here, there] = await Promise.all([
      openDatabase({ folder }, opening),
      openDatabase({ folder }, { hasWriterThread: true }),
    ])
    const hasRead = Promise.withResolvers<void>()
    const order: string[] = []
    const theirs = hasRead.promise
      .then(() => saveSetting(there.write, 'other', 'theirs'))
      .then(() => order.push('theirs'))
    await here.write.transaction().execute(async (tx) => {
      await findSetting(tx, 'word')
      hasRead.resolve()
      for (let turn = 0; turn < 5; turn++) await sleep(20)
      await saveSetting(tx, 'word', 'ours')
      order.push('ours')
    })
    await theirs
    expect(order).toEqual(['ours', 'theirs'])
    expect(await findSetting(database.read, 'word')).toBe('ours')
    await Promise.all([here.close(), there.close()])
  },
)

test.each([{ hasWriterThread: true }, {}])(
  'a transaction that SQLite ended by itself, as on a full disk, is refused for its own reason: opened with %o',
  async (opening) => {
    const here = await openDatabase({ folder }, opening)
    await saveSetting(here.write, 'word', 'theirs')
    const ended = here.write.transaction().execute(async (tx) => {
      await saveSetting(tx, 'other', 'half')
      await sql`insert or rollback into setting (name, value) values ('word', 'ours')`.execute(tx)
    })
    await expect(ended).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
    expect(await findSetting(here.read, 'other')).toBeUndefined()
    await here.write.transaction().execute((tx) => saveSetting(tx, 'other', 'whole'))
    expect(await findSetting(here.read, 'other')).toBe('whole')
    await here.close()
  },
)

test('what SQLite refuses is reported with its code, and the writer goes on', async () => {
  const insert = () => database.write.insertInto('setting').values({ name: 'a', value: 'b' }).execute()
  await insert()
  await expect(insert()).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
  await expect(sql`select wrong`.execute(database.write)).rejects.toThrow('no such column: wrong')
  const { numUpdatedRows } = await database.write
    .updateTable('setting')
    .set({ value: 'c' })
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBe(1n)
})

test('a file that cannot be opened is reported, and a closed writer refuses', async () => {
  const nowhere = openDatabase({ folder: join(folder, 'gone') }, { hasWriterThread: true })
  await expect(nowhere).rejects.toThrow()
  const closed = await openDatabase({ folder }, { hasWriterThread: true })
  await closed.close()
  await expect(saveSetting(closed.write, 'a', 'b')).rejects.toThrow()
})

const openFromOtherThread = () => openDatabase({ folder }, { writerSeat: database.seat() })

/** Simulates a thread that ends during a transaction. */
function endedWithin(seat: WriterAccess | undefined): Promise<void> {
  if (!seat) throw new Error('there is no writer thread')
  const worker = new Worker(new URL('./testing/half-transaction.ts', import.meta.url), {
    workerData: seat,
    transferList: [seat.port],
  })
  return new Promise((resolve, reject) => {
    worker.once('message', () => void worker.terminate().then(() => resolve(), reject))
    worker.once('error', reject)
  })
}

test('threads share the writer: while one has a transaction open, the others wait for its end', async () => {
  const [one, other] = await Promise.all([openFromOtherThread(), openFromOtherThread()])
  const order: string[] = []
  const holding = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = writeInTurn(one.write, async (tx) => {
    await saveSetting(tx, 'word', 'first')
    begun.resolve()
    await holding.promise
    order.push('first')
  })
  await begun.promise
  const second = saveSetting(other.write, 'word', 'second').then(() => order.push('second'))
  const third = writeInTurn(database.write, (tx) => saveSetting(tx, 'other', 'third')).then(() =>
    order.push('third'),
  )
  for (let turn = 0; turn < 5; turn++) await sleep(20)
  expect(order).toEqual([])
  holding.resolve()
  await Promise.all([first, second, third])
  expect([order[0], ...order.slice(1).sort()]).toEqual(['first', 'second', 'third'])
  expect(await findSetting(one.read, 'word')).toBe('second')
  await Promise.all([one.close(), other.close()])
  await expect(saveSetting(one.write, 'word', 'late')).rejects.toThrow()
})

test('a thread that dies within a transaction leaves nothing of it, and holds nobody up', async () => {
  await endedWithin(database.seat())
  await saveSetting(database.write, 'other', 'whole')
  expect(await findSetting(database.read, 'word')).toBeUndefined()
  expect(await findSetting(database.read, 'other')).toBe('whole')
})

test('a thread that holds up others and orders nothing loses its transaction, and whatever it orders in it', async () => {
  const [slow, other] = await Promise.all([openFromOtherThread(), openFromOtherThread()])
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const held = slow.write.transaction().execute(async (tx) => {
    await saveSetting(tx, 'word', 'half')
    begun.resolve()
    await over.promise
    await saveSetting(tx, 'other', 'half')
  })
  await begun.promise
  await saveSetting(other.write, 'other', 'whole')
  over.resolve()
  await expect(held).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  expect(await findSetting(slow.read, 'word')).toBeUndefined()
  expect(await findSetting(slow.read, 'other')).toBe('whole')
  await saveSetting(slow.write, 'word', 'whole')
  expect(await findSetting(other.read, 'word')).toBe('whole')
  await Promise.all([slow.close(), other.close()])
})

test('what people did is counted once it is committed, by whichever thread, and what came in bulk is not', async () => {
  const beside = await openFromOtherThread()
  const counts = () => [database.commits(), beside.commits()]
  await writeInTurn(beside.write, async (tx) => {
    await appendChanges(tx, 'user', [1])
    await appendChanges(tx, 'work', [1, 2])
    expect(counts()).toEqual([0, 0])
  })
  expect(counts()).toEqual([1, 1])
  await writeInTurn(database.write, (tx) => appendBulkChanges(tx, 'work', [3]))
  await saveSetting(database.write, 'word', 'ours')
  const failing = writeInTurn(database.write, async (tx) => {
    await appendChanges(tx, 'user', [1])
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(counts()).toEqual([1, 1])
  await writeInTurn(database.write, (tx) => appendChanges(tx, 'site', [0]))
  expect(counts()).toEqual([2, 2])
  await beside.close()
})
