/** A filled catalog, as the index and as warm SQL over the same file. */
import { type Catalogue, createCatalogue } from '@koedana/catalogue/catalogue.ts'
import { sqliteFile } from '@koedana/server/db/sqlite-file.ts'
import { buildInWorker } from '@koedana/server/features/works/index/build.ts'
import { kernelOver } from '@koedana/server/features/works/index/kernel.ts'
import SqliteDatabase from 'better-sqlite3'
import { filledFolder } from './fill-sqlite.ts'

export interface OpenedCatalogue {
  readonly catalogue: Catalogue
  readonly db: SqliteDatabase.Database
}

export async function openFilled(works: number): Promise<OpenedCatalogue> {
  const folder = await filledFolder(works)
  const db = new SqliteDatabase(sqliteFile(folder))
  db.pragma('mmap_size = 2000000000')
  db.pragma('cache_size = -262144')
  const built = await buildInWorker({ folder })
  const kernel = kernelOver(built.arena)
  console.log(`Kernel: ${kernel.name}`)
  return { catalogue: createCatalogue({ ...built, kernel }), db }
}
