/** Reads the works of a kikoeru server, with their circles, genres and voice actors. */
import { isCalendarDate } from '@koedana/contract/values.ts'
import type { ForeignDatabase } from '../../db/foreign.ts'
import type { MigrationReporter } from './migration-report.ts'
import { circleIdOf, genreIdOf, type OldId, oldIdIn } from './old-id.rules.ts'
import type { OldEntity, OldWork } from './old-library.ts'
import {
  flagIn,
  instantIn,
  jsonIn,
  numberIn,
  type OldRow,
  pathIn,
  recordIn,
  textIn,
} from './old-values.rules.ts'

/** Returns each work once, and reports unreadable rows. */
export function readWorks(db: ForeignDatabase, report: Pick<MigrationReporter, 'miss'>): OldWork[] {
  const circles = namesIn(db, 't_circle', circleIdOf)
  const genres = linksIn(db, 'r_tag_work', 'tag_id', namesIn(db, 't_tag', genreIdOf))
  const artists = linksIn(
    db,
    'r_va_work',
    'va_id',
    namesIn(db, 't_va', () => undefined),
  )
  const works = new Map<OldId, OldWork>()
  for (const row of db.rows('t_work')) {
    const id = oldIdIn(row.id)
    if (id === undefined) report.miss('t_work', textIn(row.title) ?? '', 'unreadable')
    else if (works.has(id)) report.miss('t_work', id, 'twice')
    else works.set(id, workIn(row, id, { circles, genres, artists }))
  }
  return [...works.values()]
}

interface Linked {
  readonly circles: ReadonlyMap<string, OldEntity>
  readonly genres: ReadonlyMap<OldId, OldEntity[]>
  readonly artists: ReadonlyMap<OldId, OldEntity[]>
}

function workIn(row: OldRow, id: OldId, { circles, genres, artists }: Linked): OldWork {
  const release = textIn(row.release)?.slice(0, 10)
  return {
    id,
    title: textIn(row.title),
    root: textIn(row.root_folder),
    dir: pathIn(row.dir),
    circle: circles.get(textIn(row.circle_id) ?? ''),
    isAdult: row.nsfw === null || row.nsfw === undefined ? undefined : flagIn(row.nsfw),
    releasedOn: release !== undefined && isCalendarDate(release) ? release : undefined,
    numbers: {
      price: numberIn(row.price),
      sales: numberIn(row.dl_count),
      reviewCount: numberIn(row.review_count),
      ratingCount: numberIn(row.rate_count),
      rating: numberIn(row.rate_average_2dp),
    },
    genres: genres.get(id) ?? [],
    artists: artists.get(id) ?? [],
    addedAt: instantIn(row.created_at),
    isCustom: flagIn(row.is_custom_meta),
    paths: pathsByHash(row.memo),
  }
}

/** Returns entities by the key that other rows refer to. */
function namesIn(
  db: ForeignDatabase,
  table: string,
  idOf: (value: unknown) => string | undefined,
): Map<string, OldEntity> {
  const named = new Map<string, OldEntity>()
  for (const row of db.rows(table)) {
    const [key, name] = [textIn(row.id), textIn(row.name)?.slice(0, 500)]
    if (key !== undefined && name !== undefined) named.set(key, { id: idOf(row.id), name })
  }
  return named
}

function linksIn(
  db: ForeignDatabase,
  table: string,
  column: string,
  named: ReadonlyMap<string, OldEntity>,
): Map<OldId, OldEntity[]> {
  const links = new Map<OldId, OldEntity[]>()
  for (const row of db.rows(table)) {
    const [work, one] = [oldIdIn(row.work_id), named.get(textIn(row[column]) ?? '')]
    if (work === undefined || one === undefined) continue
    const others = links.get(work)
    if (others) others.push(one)
    else links.set(work, [one])
  }
  return links
}

/** Returns paths by content hash: Kikoenai identifies files by a hash in its progress table. */
function pathsByHash(memo: unknown): Map<string, string> {
  const hashes = recordIn(recordIn(jsonIn(memo)).contentHash)
  return new Map(
    Object.entries(hashes).flatMap(([path, hash]) => {
      const [clean, key] = [pathIn(path), textIn(hash)?.toLowerCase()]
      return clean === undefined || key === undefined ? [] : [[key, clean]]
    }),
  )
}
