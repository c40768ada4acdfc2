/** Builds the half of a generation that depends on links between works and entities: in the thread that reads the works, or in its own. */
import { buildFromLinks, type LinkParts } from '@koedana/catalogue/build/generation.ts'
import { type Growths, writeGrowths } from '@koedana/catalogue/build/growths.ts'
import { type LinksWriter, writeLinks } from '@koedana/catalogue/build/links.ts'
import type { Arena } from '@koedana/catalogue/memory/arena.ts'
import type { Columns } from '@koedana/catalogue/model/generation.ts'
import type { Dialect } from '../../../db/dialect.ts'
import type { RunRead } from '../../../db/readers.ts'
import type { Db } from '../../../db/schema.ts'
import { loadGrowth } from '../../stats/growth.store.ts'
import { growthIn } from './columns.rules.ts'
import { type LinkTable, loadLanguages, loadLinks } from './load-links.store.ts'

/** The part of the index that both halves start with. */
export interface Skeleton {
  /** Stored in the arena. They contain only keys until the works are written. */
  readonly columns: Columns
  /** In days since 1970. */
  readonly today: number
}

export interface LinkSources {
  readonly arena: Arena
  readonly dialect: Dialect
  /** Two concurrent readers halve the time on PostgreSQL. */
  readonly first: RunRead
  readonly second: RunRead
}

/** Coordinates the arena between both halves: while the texts of works grow in it, nothing else can be allocated. */
export interface ArenaHandover {
  /** Called when the other half may let texts grow. */
  readonly onArenaFree: () => void
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
  const linking = (read: RunRead, table: LinkTable, writer: LinksWriter) =>
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
