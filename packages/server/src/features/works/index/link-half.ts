/** The half of a generation that needs what lies around works: in the thread that reads the works, or in one of its own. */
import { buildFromLinks, type LinkParts } from '@koedana/catalogue/build/generation.ts'
import { type Growths, writeGrowths } from '@koedana/catalogue/build/growths.ts'
import { type LinksWriter, writeLinks } from '@koedana/catalogue/build/links.ts'
import type { Arena } from '@koedana/catalogue/memory/arena.ts'
import type { Columns } from '@koedana/catalogue/model/generation.ts'
import type { Dialect } from '../../../db/dialect.ts'
import type { Reader } from '../../../db/readers.ts'
import type { Db } from '../../../db/schema.ts'
import { loadGrowth } from '../../stats/growth.store.ts'
import { growthIn } from './columns.rules.ts'
import { type LinkTable, loadLanguages, loadLinks } from './load-links.store.ts'

/** The index as both halves begin with it. */
export interface Skeleton {
  /** They lie in the arena, and hold keys alone until the works are written. */
  readonly columns: Columns
  /** It is counted in days since 1970. */
  readonly today: number
}

export interface LinkSources {
  readonly arena: Arena
  readonly dialect: Dialect
  /** Two that can read at once halve the time of PostgreSQL. */
  readonly first: Reader
  readonly second: Reader
}

/** The turns that each half waits for: texts of works grow in the arena, which hands out nothing else meanwhile. */
export interface ArenaHandover {
  /** The other half may let texts grow. */
  readonly onArenaFree: () => void
  /** Resolves once all works are written. */
  readonly worksWritten: Promise<void>
}

export async function buildLinkHalf(
  { arena, dialect, first, second }: LinkSources,
  { columns, today }: Skeleton,
  { onArenaFree, worksWritten }: ArenaHandover,
): Promise<LinkParts> {
  const [artists, illustrators, genres] = [
    writeLinks(arena, columns),
    writeLinks(arena, columns),
    writeLinks(arena, columns),
  ]
  onArenaFree()
  const linking = (read: Reader, table: LinkTable, writer: LinksWriter) =>
    read((db) => loadLinks({ db, dialect }, table, { columns, writer }))
  const [growths] = await Promise.all([
    first((db) => loadGrowths(db, columns, today)),
    first((db) => loadLanguages({ db, dialect }, columns)),
    linking(first, 'work_artist', artists),
    linking(first, 'work_illustrator', illustrators),
    linking(second, 'work_genre', genres),
    worksWritten,
  ])
  const links = { artists: artists.finish(), illustrators: illustrators.finish(), genres: genres.finish() }
  return buildFromLinks(arena, { columns: { ...columns, ...links }, growths })
}

async function loadGrowths(db: Db, columns: Columns, today: number): Promise<Growths> {
  const writer = writeGrowths(columns)
  for await (const page of loadGrowth(db, today)) for (const one of page) writer.add(one.key, growthIn(one))
  return writer.finish()
}
