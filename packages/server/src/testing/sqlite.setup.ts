/** Creates one migrated SQLite file before all tests. Each test copies it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sqliteTemplate: string
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(fastTemporaryFolder(), 'koedana-template-'))
  const template = await openDatabase({ folder })
  await migrate(template)
  // Only the main file is copied, so the WAL is merged into it.
  await sql`pragma wal_checkpoint(truncate)`.execute(template.write)
  await template.close()
  project.provide('sqliteTemplate', sqliteFile(folder))
  return () => rm(folder, { recursive: true, force: true })
}
