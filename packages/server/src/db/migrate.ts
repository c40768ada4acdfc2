/** Brings a database up to date: one list of migrations for both engines, each run whole or not at all. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from './dialect.ts'
import { catalogue } from './migrations/0001-catalogue.ts'
import { workStats } from './migrations/0002-work-stats.ts'
import { accounts } from './migrations/0003-accounts.ts'
import { tasks } from './migrations/0004-tasks.ts'
import { editing } from './migrations/0005-editing.ts'
import { announcements } from './migrations/0006-announcements.ts'
import { taskProgress } from './migrations/0007-task-progress.ts'
import { bulkChanges } from './migrations/0008-bulk-changes.ts'
import { keyCeiling } from './migrations/0009-key-ceiling.ts'
import { wordings } from './migrations/0010-wordings.ts'
import { audit } from './migrations/0011-audit.ts'
import { nameSkeletons } from './migrations/0012-name-skeletons.ts'
import { linksOnTrust } from './migrations/0013-links-on-trust.ts'
import { sealedKeys } from './migrations/0014-sealed-keys.ts'
import { nameLooks } from './migrations/0015-name-looks.ts'
import { fileChanges } from './migrations/0016-file-changes.ts'
import { workRowsOnTrust } from './migrations/0017-work-rows-on-trust.ts'
import { storages } from './migrations/0018-storages.ts'
import { lyrics } from './migrations/0019-lyrics.ts'
import { archives } from './migrations/0020-archives.ts'
import { progress } from './migrations/0022-progress.ts'
import { nameSources } from './migrations/0023-name-sources.ts'
import { folderFindings } from './migrations/0024-folder-findings.ts'
import { workFiles } from './migrations/0026-work-files.ts'
import { trackFacts } from './migrations/0027-track-facts.ts'
import { storageWatches } from './migrations/0028-storage-watches.ts'
import { scannedWorks } from './migrations/0029-scanned-works.ts'
import { drives } from './migrations/0032-drives.ts'
import { marks } from './migrations/0034-marks.ts'
import { deviceLinks } from './migrations/0035-device-links.ts'
import { driveFeeds } from './migrations/0036-drive-feeds.ts'
import { listeningHours } from './migrations/0037-listening-hours.ts'
import { playlists } from './migrations/0038-playlists.ts'
import { ownTags } from './migrations/0039-own-tags.ts'
import { savedViews } from './migrations/0040-saved-views.ts'
import { home } from './migrations/0041-home.ts'
import { waitingScans } from './migrations/0045-waiting-scans.ts'
import { appPasswords } from './migrations/0046-app-passwords.ts'
import { bookmarks } from './migrations/0047-bookmarks.ts'
import { oldPasswords } from './migrations/0048-old-passwords.ts'
import { identities } from './migrations/0049-identities.ts'
import { shares } from './migrations/0050-shares.ts'
import { recordingPauses } from './migrations/0051-recording-pauses.ts'
import { passkeys } from './migrations/0052-passkeys.ts'
import { closedPlays } from './migrations/0053-closed-plays.ts'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/** Two processes that start at once take turns; the second finds nothing left to do. */
export async function migrate(database: Database): Promise<void> {
  const { write, dialect } = database
  const migrations = stepsOf(dialect)
  const pending = await pendingIn(write, migrations)
  if (pending.length === 0) return
  if (pending.length < Object.keys(migrations).length) await backUp(database)
  if (dialect.name === 'postgres') return run(write, migrations)
  // SQLite's lock is taken before the first look at what is there.
  await write.transaction().execute((tx) => run(tx, migrations))
}

type Readable = Pick<Database, 'read' | 'dialect'>

export interface Steps {
  /** The known steps that are recorded as taken. */
  readonly taken: readonly string[]
  /** The known steps that are still to be taken. */
  readonly pending: readonly string[]
}

/** Reads the record of steps once: both lists are of one moment, whoever migrates meanwhile. */
export async function recordedSteps({ read, dialect }: Readable): Promise<Steps> {
  const migrations = stepsOf(dialect)
  const pending = await pendingIn(read, migrations)
  return { taken: Object.keys(migrations).filter((name) => !pending.includes(name)), pending }
}

/** Lists the steps that are still to be taken. */
export const pendingSteps = async (reading: Readable): Promise<readonly string[]> =>
  (await recordedSteps(reading)).pending

/** Lists the known steps that are recorded as taken. */
export const takenSteps = async (reading: Readable): Promise<readonly string[]> =>
  (await recordedSteps(reading)).taken

/** Takes these and no others, in a database where there is nothing yet. */
export async function takeSteps(
  { write, dialect }: Pick<Database, 'write' | 'dialect'>,
  names: readonly string[],
): Promise<void> {
  const steps = Object.entries(stepsOf(dialect)).filter(([name]) => names.includes(name))
  await run(write, Object.fromEntries(steps))
}

/** Lists the steps that were taken and are not known here: a newer version took them. */
export async function foreignSteps({ read, dialect }: Readable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(read)
  const known = stepsOf(dialect)
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name))
}

const stepsOf = (dialect: Dialect): Migrations => ({ ...earlierSteps(dialect), ...laterSteps(dialect) })

function earlierSteps(dialect: Dialect): Migrations {
  return {
    '0001-catalogue': catalogue(dialect),
    '0002-work-stats': workStats(dialect),
    '0003-accounts': accounts(dialect),
    '0004-tasks': tasks(dialect),
    '0005-editing': editing(dialect),
    '0006-announcements': announcements(dialect),
    '0007-task-progress': taskProgress(dialect),
    '0008-bulk-changes': bulkChanges(dialect),
    '0009-key-ceiling': keyCeiling(),
    '0010-wordings': wordings(dialect),
    '0011-audit': audit(dialect),
    '0012-name-skeletons': nameSkeletons(),
    '0013-links-on-trust': linksOnTrust(dialect),
    '0014-sealed-keys': sealedKeys(),
    '0015-name-looks': nameLooks(),
    '0016-file-changes': fileChanges(dialect),
    '0017-work-rows-on-trust': workRowsOnTrust(dialect),
    '0018-storages': storages(dialect),
    '0019-lyrics': lyrics(dialect),
    '0020-archives': archives(dialect),
    '0022-progress': progress(dialect),
    '0023-name-sources': nameSources(dialect),
    '0024-folder-findings': folderFindings(dialect),
    '0026-work-files': workFiles(dialect),
    '0027-track-facts': trackFacts(dialect),
  }
}

function laterSteps(dialect: Dialect): Migrations {
  return {
    '0028-storage-watches': storageWatches(dialect),
    '0029-scanned-works': scannedWorks(dialect),
    '0032-drives': drives(dialect),
    '0034-marks': marks(dialect),
    '0035-device-links': deviceLinks,
    '0036-drive-feeds': driveFeeds(dialect),
    '0037-listening-hours': listeningHours(dialect),
    '0038-playlists': playlists(dialect),
    '0039-own-tags': ownTags(dialect),
    '0040-saved-views': savedViews(dialect),
    '0041-home': home(dialect),
    '0045-waiting-scans': waitingScans,
    '0046-app-passwords': appPasswords(dialect),
    '0047-bookmarks': bookmarks(dialect),
    '0048-old-passwords': oldPasswords(dialect),
    '0049-identities': identities(dialect),
    '0050-shares': shares(dialect),
    '0051-recording-pauses': recordingPauses(dialect),
    '0052-passkeys': passkeys(dialect),
    '0053-closed-plays': closedPlays(dialect),
  }
}

async function pendingIn(db: Db, migrations: Migrations): Promise<string[]> {
  const steps = await migratorFor(db, migrations).getMigrations()
  return steps.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

type Migrations = Readonly<Record<string, Migration>>

const migratorFor = (db: Db, migrations: Migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

async function run(db: Db, migrations: Migrations): Promise<void> {
  const { error } = await migratorFor(db, migrations).migrateToLatest()
  if (error) throw error
}

/** Backs up SQLite; PostgreSQL is backed up by the people who run it. */
async function backUp({ dialect, location, write }: Database): Promise<void> {
  if (dialect.name !== 'sqlite') return
  const folder = join(location.folder, 'backups')
  await mkdir(folder, { recursive: true })
  const stamp = new Date().toISOString().replaceAll(':', '-')
  await sql`vacuum into ${join(folder, `before-migration-${stamp}.sqlite`)}`.execute(write)
}
