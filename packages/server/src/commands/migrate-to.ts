/** `koedana migrate-to <target>`: copies the database to the other engine and verifies every row. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { DatabaseLocation } from '../db/open.ts'
import type { Counters } from '../db/rows.ts'
import { lockDataFolder } from '../db/server-lock.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { fillNewDatabase, readWholeDatabase } from '../db/whole-database.ts'
import { UsageError } from '../lib/app-error.ts'
import { newId } from '../lib/ids.ts'
import { locationOf, readAppliedMigrations } from '../open-configured.ts'
import { resolveUserPath } from './with-database.ts'

export async function migrateTo(config: Config, target: string): Promise<number> {
  // Without this check, a URL such as mysql://… would create a folder of that name.
  if (/^[\w+-]+:\/\//.test(target) && !isPostgres(target))
    throw new UsageError('The target must be postgres://user:password@host:5432/name or a folder.')
  const from = locationOf(config)
  const { release } = await lockDataFolder(from)
  try {
    const isUrl = isPostgres(target)
    const rows = isUrl
      ? await copy(config, { folder: from.folder, url: target })
      : await copyIntoFolder(config, resolveUserPath(target))
    console.log(`Copied and verified all ${rows} rows. The source is unchanged.`)
    console.log(
      isUrl
        ? 'Start the server with DATABASE_URL set to this database, and the same DATA_DIR and key.'
        : 'Start the server without DATABASE_URL and with DATA_DIR set to this folder. Copy covers and secret.key there too.',
    )
    return 0
  } finally {
    release()
  }
}

const isPostgres = (target: string) => /^postgres(ql)?:\/\//.test(target)

/** Copies all rows and returns their number. Prints work that is left to the operator. */
async function copy(config: Config, to: DatabaseLocation): Promise<number> {
  let rows = 0
  const leftToDo = await fillNewDatabase(to, {
    steps: await readAppliedMigrations(config),
    write: async ({ add }) => {
      let counters: Counters = {}
      const tallies = await readWholeDatabase(locationOf(config), {
        begin: async (contents) => {
          counters = contents.counters
        },
        rows: add,
      })
      rows = Object.values(tallies).reduce((sum, tally) => sum + tally.rows, 0)
      return { counters, tallies }
    },
  })
  if (leftToDo !== undefined) console.error(leftToDo)
  return rows
}

async function copyIntoFolder(config: Config, folder: string): Promise<number> {
  if (existsSync(sqliteFile(folder))) {
    throw new UsageError(`There is already a database at ${sqliteFile(folder)}. Choose another folder.`)
  }
  const draft = join(folder, `migrate-${newId()}.part`)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const rows = await copy(config, { folder: draft })
    await rename(sqliteFile(draft), sqliteFile(folder))
    return rows
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
