/** The half of a generation that needs what lies around works: in the thread that reads the works, or in one of its own. */
import { buildFromLinks, type LinkParts } from '@koedana/catalogue/build/generation.ts'
import { type Growths, writeGrowths } from '@koedana/catalogue/build/growths.ts'
import { type LinksWriter, linkOffsets, writeLinks } from '@koedana/catalogue/build/links.ts'
import type { Arena } from '@koedana/catalogue/memory/arena.ts'
import {
  type Columns,
  type LinkedKind,
  type Links,
  linkedKinds,
} from '@koedana/catalogue/model/generation.ts'
import { recordOf } from '@koedana/contract/kit/record-of.ts'
import type { Dialect } from '../../../db/dialect.ts'
import type { Reader } from '../../../db/readers.ts'
import type { Db } from '../../../db/schema.ts'
import { loadGrowth } from '../../stats/growth.store.ts'
import { growthIn } from './columns.rules.ts'
import { type LinkTable, loadLanguages, loadLinks } from './load-links.store.ts'

/** What both halves begin with; all arrays lie in the arena. */
export interface Skeleton {
  /** They hold keys alone until the works are placed. */
  readonly columns: Columns
  readonly offsets: Readonly<Record<LinkedKind, Links['offsets']>>
  /** In days since 1970. */
  readonly today: number
}

export const skeletonOf = (arena: Arena, columns: Columns, today: number): Skeleton => ({
  columns,
  offsets: recordOf(linkedKinds, () => linkOffsets(arena, columns)),
  today,
})

export interface LinkSources {
  readonly arena: Arena
  readonly dialect: Dialect
  /** Two that can read at once halve the time of PostgreSQL. */
  readonly first: Reader
  readonly second: Reader
}

/** Reads while works are placed, and takes no room in the arena before `placed`: their texts grow there. */
export async function buildLinkHalf(
  { arena, dialect, first, second }: LinkSources,
  { columns, offsets, today }: Skeleton,
  placed: Promise<void>,
): Promise<LinkParts> {
  const artists = writeLinks(columns, offsets.artists)
  const illustrators = writeLinks(columns, offsets.illustrators)
  const genres = writeLinks(columns, offsets.genres)
  const linking = (read: Reader, table: LinkTable, writer: LinksWriter) =>
    read((db) => loadLinks({ db, dialect }, table, { columns, writer }))
  const [growths] = await Promise.all([
    first((db) => loadGrowths(db, columns, today)),
    first((db) => loadLanguages({ db, dialect }, columns)),
    linking(first, 'work_artist', artists),
    linking(first, 'work_illustrator', illustrators),
    linking(second, 'work_genre', genres),
    placed,
  ])
  const linked = {
    ...columns,
    artists: artists.finish(arena),
    illustrators: illustrators.finish(arena),
    genres: genres.finish(arena),
  }
  return buildFromLinks(arena, { columns: linked, growths })
}

async function loadGrowths(db: Db, columns: Columns, today: number): Promise<Growths> {
  const writer = writeGrowths(columns)
  for await (const page of loadGrowth(db, today)) for (const one of page) writer.add(one.key, growthIn(one))
  return writer.finish()
}
