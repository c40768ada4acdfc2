/**
 * A library into which an old server is migrated: a database, a folder of audio files that both servers know, and the migration itself.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../db/open.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { createVault } from '../../../lib/vault.ts'
import { createTestLibrary, type TestLibrary } from '../../library/testing/library.ts'
import { importKikoeru, type KikoeruImport } from '../import-old-server.ts'
import type { MigrationReport } from '../migration-report.ts'
import { createOldServer, type Generation, type OldServer } from './old-kikoeru.ts'

export interface MigrationFixture {
  readonly library: TestLibrary
  readonly old: OldServer
  /** Migrates, and checks that each row was counted exactly once. */
  readonly move: (wishes?: Partial<KikoeruImport>) => Promise<MigrationReport>
  readonly rows: (...tables: readonly string[]) => Promise<unknown[][]>
  /** Migrates again, and checks that no row changes. */
  readonly moveAgain: () => Promise<void>
  readonly remove: () => void
}

export const everything = [
  'work',
  'maker',
  'artist',
  'genre',
  'work_genre',
  'work_artist',
  'work_lock',
  'work_edit',
  'user',
  'old_password',
  'mark',
  'own_tag',
  'tagged_work',
  'favorite',
  'playlist',
  'playlist_item',
  'progress',
  'track_progress',
  'storage',
  'track',
  'change',
] as const satisfies readonly (keyof Schema)[]

export async function rowsIn(db: Db, tables: readonly string[]): Promise<unknown[][]> {
  const all: unknown[][] = []
  for (const table of tables) all.push((await sql`select * from ${sql.table(table)}`.execute(db)).rows)
  return all
}

export const noon = new Date('2026-11-20T12:00:00.000Z')

export function migrationFixture(database: Database, generation: Generation): MigrationFixture {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-old-')))
  const library = createTestLibrary(database)
  mkdirSync(join(folder, 'server'))
  const old = createOldServer(join(folder, 'server'), generation, [{ name: 'voices', path: library.root }])
  const move: MigrationFixture['move'] = async (wishes) => {
    const rows = { total: 0, decided: 0 }
    const report = await importKikoeru({
      database,
      path: old.folder,
      roots: new Map(),
      names: new Map(),
      admit: async (path) => path,
      unknownAge: 'r18',
      ceiling: 'all',
      vault: createVault('a key that is long enough for a vault of tests'),
      scan: async () => (await library.scan()).state === 'mounted',
      now: () => noon,
      onRows: ({ total = rows.total, more = 0 }) => {
        rows.total = total
        rows.decided += more
      },
      ...wishes,
    })
    expect(rows.decided).toBe(rows.total)
    return report
  }
  const rows: MigrationFixture['rows'] = (...tables) => rowsIn(database.read, tables)
  return {
    library,
    old,
    move,
    rows,
    moveAgain: async () => {
      const before = await rows(...everything)
      const { tables } = await move()
      expect(await rows(...everything)).toEqual(before)
      expect(Object.entries(tables).filter(([, { carried }]) => carried > 0)).toEqual([])
    },
    remove: () => {
      old.close()
      library.remove()
      rmSync(folder, { recursive: true })
    },
  }
}
