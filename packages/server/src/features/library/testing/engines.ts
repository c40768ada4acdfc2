/** An empty database for a test. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { migrate } from '../../../db/migrate.ts'
import { type Database, openDatabase } from '../../../db/open.ts'

export function eachEngine(body: (engine: { open: () => Promise<Database> }) => void): void {
  describe('on sqlite', () => {
    body({
      open: async () => {
        const database = await openDatabase({ folder: await mkdtemp(join(tmpdir(), 'koedana-db-')) })
        await migrate(database)
        return database
      },
    })
  })
}
