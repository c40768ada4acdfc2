/** `koedana migrate-to postgres://… | DIR`: moves a database to the other engine, and reads back every row. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { DatabaseLocation } from '../db/open.ts'
import type { Counters } from '../db/rows.ts'
import { beSoleServer } from '../db/sole-server.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { fillNewDatabase, readWholeDatabase } from '../db/whole-database.ts'
import { UsageError } from '../lib/app-error.ts'
import { newId } from '../lib/ids.ts'
import { locationOf, stepsIn } from '../open-configured.ts'
import { givenPath } from './with-database.ts'

export async function migrateTo(config: Config, args: readonly string[]): Promise<number> {
  const [target, ...more] = args
  if (target === undefined || more.length > 0) throw new UsageError(usage)
  // A folder of that name would be made, and hold all that was meant for a database.
  if (/^[\w+-]+:\/\//.test(target) && !isPostgres(target)) throw new UsageError(usage)
  const from = locationOf(config)
  const { release } = await beSoleServer(from)
  try {
    const isUrl = isPostgres(target)
    const rows = isUrl
      ? await copy(config, { folder: from.folder, url: target })
      : await copyIntoFolder(config, givenPath(target))
    console.log(`All ${rows} rows are there, and were read back. Nothing was changed where they came from.`)
    console.log(
      isUrl
        ? 'Start the server with DATABASE_URL set to it, and the same DATA_DIR and key.'
        : 'Start the server without DATABASE_URL, with DATA_DIR set to that folder; covers and secret.key belong there too.',
    )
    return 0
  } finally {
    release()
  }
}

const usage = 'It is: koedana migrate-to postgres://user:password@host:5432/name | DIR'

const isPostgres = (target: string) => /^postgres(ql)?:\/\//.test(target)

/** Returns how many rows there are, and says what is left to do. */
async function copy(config: Config, to: DatabaseLocation): Promise<number> {
  let rows = 0
  const leftToDo = await fillNewDatabase(to, {
    steps: await stepsIn(config),
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
    throw new UsageError(`There is a database at ${sqliteFile(folder)} already: name another folder.`)
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
