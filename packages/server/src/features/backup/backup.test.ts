// @module-tag large
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { appliedMigrations } from '../../db/migrate.ts'
import { type DatabaseLocation, openDatabase } from '../../db/open.ts'
import { tablesAfterMigrations, tallyOf } from '../../db/rows.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import { type Engine, eachEngine } from '../../testing/engines.ts'
import { createDatabase } from '../../testing/postgres.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { importFeed } from '../metadata/feed/import-feed.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const ids = Array.from({ length: 40 }, (_, at) => `RJ900000${String(at).padStart(2, '0')}`)
const [first = '', second = ''] = ids
const now = new Date('2026-11-25T12:00:00.000Z')

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let listener: SignedInPerson
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koedana-backup-'))
    w = await startTestServer(engine)
    await w.make(
      ids.map((id, at) => ({
        id,
        name: `雨の夜 ${at} "'\\ \n`,
        ageCategory: at % 5 === 4 ? ('r18' as const) : ('all' as const),
        sales: at,
        maker: { id: `m${at % 3}`, name: `House ${at % 3}` },
        artists: [{ id: `a${at % 7}`, name: `Voice ${at % 7}` }],
      })),
    )
    await putInLibrary(w.deps.write, ids.slice(0, 10))
    await w.deps.catalogue.caughtUp()
    admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    listener = await w.signIn({ username: 'listener' })
  })
  afterEach(async () => {
    await w.close()
    await rm(folder, { recursive: true, force: true })
  })

  const order = () => ({
    location: w.deps.database.location,
    dataFolder: dirname(w.deps.coversFolder),
    target: join(folder, 'one.tar'),
    withKey: false,
    withCovers: true,
    now,
  })

  /** Edits, imports, plays, marks and registers. */
  const act = async (turn: number) => {
    const id = ids[turn % ids.length] ?? ''
    await admin.call(api.updateWork, { params: { id }, body: { values: { price: 1_000 + turn } } })
    const line = Buffer.from(
      JSON.stringify({ id: `RJ9100${1_000 + turn}`, name: `New ${turn}`, sales: turn }),
    )
    await importFeed({ database: w.deps.database, lines: Readable.from([line]), now: () => new Date() })
    await listen(turn)
    await listener.call(api.saveMark, { params: { id: first }, body: { rating: (turn % 5) + 1 } })
    await w.signIn()
  }
  const listen = async (turn: number) => {
    const fileId = `file-${90_000_000 + 100_000_000 + (turn % 10)}`
    const at = new Date().toISOString()
    const play = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: true }
    const report = {
      playId: `play-${1_000 + turn}`,
      n: 0,
      kind: 'beat' as const,
      fileId,
      position: 5,
      listened: 5,
      at,
      play,
    }
    await listener.call(api.saveProgress, {
      body: { deviceNow: at, device: { id: 'phone-0001', name: 'phone' }, reports: [report] },
    })
  }

  /** Opens a second server over the restored database. */
  const restoredWorld = async (location: DatabaseLocation) =>
    startTestServer({ name: engine.name, open: () => openDatabase(location) } satisfies Engine)

  test('taken while people edit, import and listen, it restores to one moment, with the same answers', async () => {
    for (let turn = 0; turn < 3; turn++) await act(turn)
    await w.deps.catalogue.caughtUp()
    const before = await responses(admin.call, listener.call)
    const tallies = await talliesOf(w.deps.database.location)
    let turns = 3
    // Writes happen before and while each table is read.
    const working: Promise<void>[] = []
    const made = await makeBackup(order(), {
      at: async () => {
        working.push(act(turns))
        turns += 1
        await working.at(-2)
      },
    })
    await Promise.all(working)
    await w.deps.catalogue.caughtUp()
    expect(turns).toBeGreaterThan(10)
    expect(await responses(admin.call, listener.call)).not.toEqual(before)

    const locations: DatabaseLocation[] = [{ folder: join(folder, 'sqlite') }]
    const server = inject('postgresUrl')
    if (server !== undefined) {
      const url = await createDatabase(server, `restored_${crypto.randomUUID().replaceAll('-', '')}`)
      locations.push({ folder: join(folder, 'postgres'), url })
    }
    for (const location of locations) {
      const restored = await restoreBackup({ path: order().target, location, now })
      expect(restored.before).toBeUndefined()
      const { setting, ...others } = await talliesOf(location)
      expect({ ...others, setting: setting?.rows }).toEqual({
        ...tallies,
        // The restore sets a new epoch.
        setting: (tallies.setting?.rows ?? 0) + 1,
      })
      const other = await restoredWorld(location)
      const [keeper, person] = [other.bearing(admin.token), other.bearing(listener.token)]
      expect(await responses(keeper, person)).toEqual(before)
      // Keys are never reused, and new works appear.
      await other.make([
        { id: 'RJ99999999', name: 'Later', ageCategory: 'all', maker: { id: 'm-later', name: 'Later' } },
      ])
      expect((await other.call(api.listWorks, { query: { q: 'Later' } })).total).toBe(1)
      await other.close()
    }
    expect(made.rows).toBe(Object.values(tallies).reduce((sum, { rows }) => sum + rows, 0))
  })

  test('numbers that were given and are gone are not given again', async () => {
    const { deps } = w
    const gone = await deps.write
      .insertInto('maker')
      .values(named('gone'))
      .returning('key')
      .executeTakeFirstOrThrow()
    await deps.write.deleteFrom('maker').where('key', '=', gone.key).execute()
    await makeBackup(order(), { at: () => {} })
    await restoreBackup({ path: order().target, location: { folder: join(folder, 'sqlite') }, now })
    const database = await openDatabase({ folder: join(folder, 'sqlite') })
    const next = await database.write
      .insertInto('maker')
      .values(named('next'))
      .returning('key')
      .executeTakeFirstOrThrow()
    await database.close()
    expect(next.key).toBe(gone.key + 1)
  })

  test('covers go with it, but for what is made again, and the file is its owner’s alone', async () => {
    const { coversFolder } = w.deps
    const version = join(coversFolder, first, 'abc')
    await mkdir(version, { recursive: true })
    await mkdir(join(coversFolder, second, '.draft-1'), { recursive: true })
    await writeFile(join(version, '240.webp'), 'small')
    await writeFile(join(version, 'original.jpeg'), Buffer.alloc(700_001, 7))
    await writeFile(join(version, '240.avif'), 'made again')
    await writeFile(join(coversFolder, second, '.draft-1', '240.webp'), 'half')
    const made = await makeBackup(order(), { at: () => {} })
    expect(made.covers).toBe(2)
    const small = { ...order(), target: join(folder, 'small.tar'), withCovers: false }
    expect(await makeBackup(small, { at: () => {} })).toMatchObject({ covers: 0, rows: made.rows })
    expect((await stat(order().target)).mode & 0o777).toBe(0o600)
    const target = join(folder, 'sqlite')
    await restoreBackup({ path: order().target, location: { folder: target }, now })
    expect(await readFile(join(target, 'covers', first, 'abc', '240.webp'), 'utf8')).toBe('small')
    expect(await readFile(join(target, 'covers', first, 'abc', 'original.jpeg'))).toEqual(
      Buffer.alloc(700_001, 7),
    )
    await expect(stat(join(target, 'covers', first, 'abc', '240.avif'))).rejects.toThrow('ENOENT')
    await expect(stat(join(target, 'covers', second))).rejects.toThrow('ENOENT')
  })

  test('one that is stopped leaves nothing, and nothing is overwritten', async () => {
    const stop = new AbortController()
    const stopped = makeBackup(order(), { at: () => stop.abort(), signal: stop.signal })
    await expect(stopped).rejects.toThrow('aborted')
    await expect(stat(`${order().target}.part`)).rejects.toThrow('ENOENT')
    await writeFile(order().target, 'mine')
    await expect(makeBackup(order(), { at: () => {} })).rejects.toThrow(
      'already exists and is not overwritten',
    )
    expect(await readFile(order().target, 'utf8')).toBe('mine')
  })
})

const named = (id: string) => ({ id, name: id, kana: null, created_at: '', updated_at: '' })

const talliesOf = (location: DatabaseLocation) =>
  readSnapshot(location, async (reading) => {
    const tables = await tablesAfterMigrations(await appliedMigrations(reading))
    const tallies = []
    for (const table of tables) tallies.push([table.name, await tallyOf(reading.read, table)] as const)
    return Object.fromEntries(tallies)
  })

/** Returns what an administrator and a listener see. */
async function responses(keeper: Call, person: Call) {
  const { items, total } = await keeper(api.listWorks, { query: { sort: 'salesDesc', pageSize: 48 } })
  return {
    works: { items: items.map(withoutLinks), total },
    seen: (await person(api.listWorks, {})).total,
    facets: await keeper(api.getFacets, {}),
    makers: await keeper(api.listEntities, { params: { kind: 'makers' } }),
    work: withoutLinks(await keeper(api.getWork, { params: { id: first } })),
    edits: await keeper(api.getWorkEdits, { params: { id: first } }),
    files: (await keeper(api.listWorkFiles, { params: { id: first } })).tracks.map(({ id, title }) => [
      id,
      title,
    ]),
    marks: await person(api.getMark, { params: { id: first } }),
    history: (await person(api.listHistory, {})).items.map(({ id, endedAt, end }) => [id, endedAt, end]),
    progress: await person(api.getProgress, { params: { id: first } }),
    users: await keeper(api.listUsers, {}),
  }
}

/** Links are signed with each server's own secret. */
const withoutLinks = ({ cover: _, ...work }: { readonly cover?: unknown }) => work
