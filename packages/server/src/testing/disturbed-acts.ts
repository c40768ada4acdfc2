/** The acts that `nth-fault.test.ts` disturbs, each over a database and folders of its own. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import { readAtOneMoment } from '../db/at-one-moment.ts'
import { migrate, pendingSteps, takenSteps, takeSteps } from '../db/migrate.ts'
import { type Database, type DatabaseLocation, openDatabase } from '../db/open.ts'
import { tablesAfter, tallyOf } from '../db/rows.ts'
import { missingParts } from '../db/shape.ts'
import { beSoleServer } from '../db/sole-server.ts'
import { verifyBackup } from '../features/backup/backup-file.ts'
import { makeBackup } from '../features/backup/make-backup.ts'
import { restoreBackup } from '../features/backup/restore-backup.ts'
import { createTestLibrary, sound, type TestLibrary } from '../features/library/testing/library.ts'
import { exportFeed } from '../features/metadata/feed/export-feed.ts'
import { importFeed } from '../features/metadata/feed/import-feed.ts'
import { runClean } from '../features/tasks/kinds/clean-works/testing/run-clean.ts'
import { cleanedAt, goneAt, scannedAt } from '../features/tasks/kinds/clean-works/testing/shelf.ts'
import type { Engine } from './engines.ts'
import { createEmpty } from './postgres.ts'
import { sameWorks } from './same-works.ts'

const now = () => new Date('2026-11-25T12:00:00.000Z')

/** An act, over a database and folders of its own. */
export interface DisturbedAct {
  readonly act: () => Promise<unknown>
  /** Fails where something is half done. */
  readonly isWhole?: () => Promise<void>
  /** All that it leaves, as something that compares. */
  readonly left: () => Promise<unknown>
  readonly close: () => Promise<unknown>
}

export type Open = (engine: Engine) => Promise<DisturbedAct>

export const disturbedActs: Readonly<Record<string, Open>> = {
  import: async (engine) => {
    const database = await engine.open()
    const isWhole = async () => {
      // The works of a batch are in together, with all that is theirs.
      const [header, ...works] = await feedOf(database)
      expect(header).toContain('koedana')
      expect([0, sameWorks.length]).toContain(works.length)
    }
    return {
      act: () => importFeed({ database, lines: linesOf(sameWorks), now }),
      isWhole,
      left: () => feedOf(database),
      close: database.close,
    }
  },
  'first scan': async (engine) => {
    const { library, database, close } = await shelf(engine)
    return { act: () => library.scan(), left: () => scanned(library), close: () => close(database) }
  },
  scan: async (engine) => {
    const { library, database, close } = await shelf(engine)
    await library.scan({ at: scannedAt })
    library.put('RJ900003 snow/1.wav', sound('new'))
    return {
      act: () => library.scan(),
      isWhole: async () => {
        const missing = (await library.tracks()).filter(({ missing_at }) => missing_at !== null)
        expect(missing).toEqual([])
      },
      left: () => scanned(library),
      close: () => close(database),
    }
  },
  clean: async (engine) => {
    const { library, database, close } = await shelf(engine)
    await library.scan({ at: scannedAt })
    await rm(join(library.root, 'RJ900002 rain'), { recursive: true })
    await library.scan({ at: goneAt, acceptsLoss: true })
    const { coversFolder } = library
    const wishes = { database, coversFolder, at: cleanedAt, dryRun: false, allowMassLoss: true }
    return {
      act: () => runClean(wishes),
      left: async () => ({ ...(await scanned(library)), trashed: await trashed(database) }),
      close: () => close(database),
    }
  },
  backup: async (engine) => {
    const { library, database, close } = await shelf(engine)
    await library.scan()
    const folder = await mkdtemp(join(tmpdir(), 'koedana-faults-'))
    const target = join(folder, 'one.tar')
    const order = { target, withKey: false, withCovers: true, now: now() }
    const act = async () => {
      await rm(target, { force: true })
      await makeBackup({ location: database.location, dataFolder: folder, ...order }, { at: () => {} })
    }
    return {
      act,
      isWhole: async () => expect((await readdir(folder)).filter((name) => name !== 'one.tar')).toEqual([]),
      left: async () => {
        const { manifest } = await verifyBackup(target, await takenSteps(database))
        // Files have times of their own.
        return Object.entries(manifest.tallies).map(([table, { rows }]) => `${table} ${rows}`)
      },
      close: async () => {
        await close(database)
        await rm(folder, { recursive: true })
      },
    }
  },
  'hold of the data folder': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'koedana-faults-'))
    return {
      act: async () => (await beSoleServer({ folder })).release(),
      left: () => readdir(folder),
      close: () => rm(folder, { recursive: true }),
    }
  },
  restore: async (engine) => {
    const { library, database, close } = await shelf(engine)
    await library.scan()
    const folder = await mkdtemp(join(tmpdir(), 'koedana-faults-'))
    const path = join(folder, 'one.tar')
    const order = { target: path, withKey: false, withCovers: true, now: now() }
    await makeBackup({ location: database.location, dataFolder: folder, ...order }, { at: () => {} })
    await close(database)
    const location = await emptyLocation(engine, join(folder, 'there'))
    return {
      // A response may be lost once all is there, which is refused from then on.
      act: async () => {
        if (!(await isFilled(location))) await restoreBackup({ path, location, now: now() })
      },
      left: () => talliesOf(location),
      close: () => rm(folder, { recursive: true }),
    }
  },
  migration: async (engine) => {
    const folder = await mkdtemp(join(tmpdir(), 'koedana-faults-'))
    const location = await emptyLocation(engine, folder)
    const database = await openDatabase(location)
    const steps = await pendingSteps(database)
    await takeSteps(database, steps.slice(0, steps.indexOf('0041-home')))
    return {
      act: () => migrate(database),
      left: async () => ({
        pending: await pendingSteps(database),
        missing: await missingParts(database),
        tallies: await talliesOf(location),
      }),
      close: async () => {
        await database.close()
        await rm(folder, { recursive: true })
      },
    }
  },
}

const linesOf = (works: readonly unknown[]) =>
  Readable.from([Buffer.from(works.map((work) => JSON.stringify(work)).join('\n'))])

async function shelf(engine: Engine) {
  const database = await engine.open()
  const library = createTestLibrary(database)
  for (const id of ['RJ900001', 'RJ900002']) library.put(`${id} rain/1.wav`, sound(id))
  library.put('RJ900001 rain/1.lrc', '[00:01.00]Good evening')
  const close = async (opened: Database) => {
    library.remove()
    await opened.close()
  }
  return { database, library, close }
}

async function feedOf(database: Database): Promise<string[]> {
  const lines: string[] = []
  for await (const page of exportFeed({ database })) lines.push(...page.trim().split('\n'))
  return lines
}

async function scanned({ database, tracks }: TestLibrary) {
  const kept = await tracks()
  return {
    works: await feedOf(database),
    tracks: kept.map(({ path, size_bytes, fingerprint, duration_seconds, lyrics_path, missing_at }) =>
      [path, size_bytes, fingerprint, duration_seconds, lyrics_path, missing_at].join(),
    ),
  }
}

const trashed = (database: Database) =>
  database.read.selectFrom('work').select(['id', 'trashed_at']).orderBy('id').execute()

async function emptyLocation(engine: Engine, folder: string): Promise<DatabaseLocation> {
  const server = inject('postgresUrl')
  if (engine.name === 'sqlite' || server === undefined) return { folder }
  return { folder, url: await createEmpty(server, `faults_${crypto.randomUUID().replaceAll('-', '')}`) }
}

async function isFilled(location: DatabaseLocation): Promise<boolean> {
  const tables = await talliesOf(location).then(Object.keys, () => [])
  if (location.url !== undefined) await nobodyIsConnected(location.url)
  return tables.length > 0
}

/** A connection of PostgreSQL ends a moment after it was closed. */
async function nobodyIsConnected(url: string): Promise<void> {
  const admin = await openDatabase({ folder: '', url: url.replace(/[^/]+$/, 'postgres') })
  const name = url.slice(url.lastIndexOf('/') + 1)
  await expect
    .poll(async () => {
      const others = sql<{ n: string }>`select count(*) as n from pg_stat_activity where datname = ${name}`
      return Number((await others.execute(admin.read)).rows[0]?.n)
    })
    .toBe(0)
  await admin.close()
}

const talliesOf = (location: DatabaseLocation) =>
  readAtOneMoment(location, async (reading) => {
    const tables = await tablesAfter(await takenSteps(reading))
    const tallies: Record<string, number> = {}
    for (const table of tables) tallies[table.name] = (await tallyOf(reading.read, table)).rows
    return tallies
  })
