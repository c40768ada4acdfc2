/** The operations into which `nth-fault.test.ts` injects faults. Each has its own database and folders. */
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { appliedMigrations, migrate, pendingMigrations } from '../db/migrate.ts'
import { type Database, type DatabaseLocation, openDatabase } from '../db/open.ts'
import { tablesAfterMigrations, tallyOf } from '../db/rows.ts'
import { lockDataFolder } from '../db/server-lock.ts'
import { missingParts } from '../db/shape.ts'
import { readSnapshot } from '../db/snapshot.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { verifyBackup } from '../features/backup/backup-file.ts'
import { makeBackup } from '../features/backup/make-backup.ts'
import { restoreBackup } from '../features/backup/restore-backup.ts'
import { sound, type TestLibrary } from '../features/library/testing/library.ts'
import { exportFeed } from '../features/metadata/feed/export-feed.ts'
import { importFeed } from '../features/metadata/feed/import-feed.ts'
import { cleanedAt, goneAt, scannedAt } from '../features/tasks/kinds/clean-works/testing/clean-fixtures.ts'
import { runClean } from '../features/tasks/kinds/clean-works/testing/run-clean.ts'
import type { Engine } from './engines.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'
import {
  backupOn,
  locationIn,
  nameIn,
  now,
  oldDatabaseOn,
  shelf,
  waitForNoConnections,
} from './faulted-operation-folders.ts'
import { sameWorks } from './similar-works.ts'

export interface FaultedOperation {
  readonly act: () => Promise<unknown>
  /** Fails if something is incomplete. */
  readonly isWhole?: () => Promise<void>
  readonly left: () => Promise<unknown>
  readonly close: () => Promise<unknown>
}

export type OpenOperation = (engine: Engine) => Promise<FaultedOperation>

export const faultedOperations: Readonly<Record<string, OpenOperation>> = {
  import: async (engine) => {
    const database = await engine.open()
    const isWhole = async () => {
      // The works of a batch are stored together with all their data, or not at all.
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
    const folder = await mkdtemp(join(fastTemporaryFolder(), 'koedana-faults-'))
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
        const { manifest } = await verifyBackup(target, await appliedMigrations(database))
        // Files have different timestamps.
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
      act: async () => (await lockDataFolder({ folder })).release(),
      left: () => readdir(folder),
      close: () => rm(folder, { recursive: true }),
    }
  },
  restore: async (engine) => {
    const path = await backupOn(engine)
    const folder = await mkdtemp(join(fastTemporaryFolder(), 'koedana-faults-'))
    const location = await locationIn(join(folder, 'there'), engine)
    return {
      // The success response may be lost; a second restore would then be rejected because the database is filled.
      act: async () => {
        if (!(await isFilled(location))) await restoreBackup({ path, location, now: now() })
      },
      left: () => talliesOf(location),
      close: () => rm(folder, { recursive: true }),
    }
  },
  migration: async (engine) => {
    const old = await oldDatabaseOn(engine)
    const folder = await mkdtemp(join(fastTemporaryFolder(), 'koedana-faults-'))
    if (old.url === undefined) await copyFile(sqliteFile(old.folder), sqliteFile(folder))
    const location = await locationIn(folder, engine, old.url && nameIn(old.url))
    const database = await openDatabase(location)
    return {
      act: () => migrate(database),
      left: async () => ({
        pending: await pendingMigrations(database),
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

async function isFilled(location: DatabaseLocation): Promise<boolean> {
  const tables = await talliesOf(location).then(Object.keys, () => [])
  if (location.url !== undefined) await waitForNoConnections(location.url)
  return tables.length > 0
}

const talliesOf = (location: DatabaseLocation) =>
  readSnapshot(location, async (reading) => {
    const tables = await tablesAfterMigrations(await appliedMigrations(reading))
    const tallies: Record<string, number> = {}
    for (const table of tables) tallies[table.name] = (await tallyOf(reading.read, table)).rows
    return tallies
  })
