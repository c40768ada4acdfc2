/**
 * Starts one PostgreSQL with a migrated template before all tests. Where there is none its tests are listed as skipped;
 * CI insists.
 */
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createEmpty, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server; undefined where PostgreSQL cannot run here. */
    postgresUrl: string | undefined
  }
}

export const templateName = 'koedana_template'

export default async function setup(project: TestProject) {
  const server = await startPostgres().catch((cause: unknown) => {
    if (process.env.CI === 'true') throw cause
    console.log(`- skipped: tests on PostgreSQL (it does not start here: ${String(cause)})`)
    return undefined
  })
  project.provide('postgresUrl', server?.url)
  if (server) await createTemplate(server.url)
  return () => server?.stop()
}

async function createTemplate(url: string): Promise<void> {
  const template = await openDatabase({ folder: '', url: await createEmpty(url, templateName) })
  await migrate(template)
  await template.close()
}
