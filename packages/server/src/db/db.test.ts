import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createVault } from '../lib/vault.ts'
import { eachOpenMode } from '../testing/engines.ts'
import { appendChanges, latestSeq, readChangesSince, watchChanges, writeInTurn } from './changes.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { getOrCreateSecret } from './settings.store.ts'

eachOpenMode((engine) => {
  test('changes are read in the order of their commits, and only once committed', async () => {
    const database = await engine.open()
    await database.write.transaction().execute((tx) => appendChanges(tx, 'work', [3, 1, 2]))
    const failed = database.write.transaction().execute(async (tx) => {
      await appendChanges(tx, 'work', [9])
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await database.write.transaction().execute((tx) => appendChanges(tx, 'genres', [7]))
    const changes = await readChangesSince(database.read, 0, 10)
    expect(changes.map(({ subject, key }) => [subject, key])).toEqual([
      ['work', 3],
      ['work', 1],
      ['work', 2],
      ['genres', 7],
    ])
    expect(await latestSeq(database.read)).toBe(changes.at(-1)?.seq)
    expect(await readChangesSince(database.read, changes[1]?.seq ?? 0, 1)).toEqual([changes[2]])
    await database.close()
  })

  test('many writers at once leave no gap that a follower could miss', async () => {
    const database = await engine.open()
    const seen: number[] = []
    let seq = 0
    const follow = async () => {
      for (const change of await readChangesSince(database.read, seq, 1_000)) {
        seen.push(change.key)
        seq = change.seq
      }
    }
    const writers = Array.from({ length: 12 }, (_, key) =>
      database.write.transaction().execute((tx) => appendChanges(tx, 'work', [key])),
    )
    while (seen.length < writers.length) {
      await follow()
      // A loop without a break would prevent the writer thread's replies from arriving.
      await setImmediate()
    }
    await Promise.all(writers)
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, key) => key))
    await database.close()
  })

  test('a writer waits for the turn before reading', async () => {
    const database = await engine.open()
    const order: string[] = []
    const turn = (name: string) =>
      writeInTurn(database.write, async (tx) => {
        order.push(`${name} begins`)
        const before = await latestSeq(tx)
        await appendChanges(tx, 'work', [before + 1])
        order.push(`${name} ends`)
      })
    await Promise.all([turn('one'), turn('two'), turn('three')])
    expect(order.map((entry) => entry.split(' ')[1])).toEqual([
      'begins',
      'ends',
      'begins',
      'ends',
      'begins',
      'ends',
    ])
    const changes = await readChangesSince(database.read, 0, 10)
    expect(changes.map(({ seq, key }) => key - seq)).toEqual([0, 0, 0])
    await database.close()
  })

  test('a follower wakes when another connection has written', async () => {
    const database = await engine.open()
    const other = await openDatabase(database.location)
    let woken = 0
    const stop = watchChanges(database, () => {
      woken += 1
    })
    await other.write.transaction().execute((tx) => appendChanges(tx, 'work', [1]))
    await expect.poll(() => woken).toBeGreaterThan(0)
    await stop()
    await other.close()
    await database.close()
  })

  test('two that ask for a secret at once get the same', async () => {
    const vault = createVault('a key of a test')
    const database = await engine.open()
    const [one, two] = await Promise.all([
      getOrCreateSecret(database.write, vault, 'linkSecret'),
      getOrCreateSecret(database.write, vault, 'linkSecret'),
    ])
    expect(one).toBe(two)
    expect(Buffer.from(one, 'base64url')).toHaveLength(32)
    await database.close()
  })

  test('whole numbers beyond 32 bits come back as numbers', async () => {
    const database = await engine.open()
    const big = 2 ** 40
    await database.write
      .insertInto('work')
      .values({
        key: 1,
        id: 'KD00000001',
        name: 'x',
        availability: 'own',
        origin: 'feed',
        sales: big,
        in_library: 0,
        has_lyrics: 0,
        created_at: '',
        updated_at: '',
      })
      .execute()
    expect(await database.read.selectFrom('work').select('sales').execute()).toEqual([{ sales: big }])
    await database.close()
  })
})

test('the reading connection of SQLite cannot write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-read-'))
  const database = await openDatabase({ folder })
  await migrate(database)
  const write = database.read.insertInto('setting').values({ name: 'a', value: 'b' }).execute()
  await expect(write).rejects.toThrow('readonly')
  await database.close()
  await rm(folder, { recursive: true })
})
