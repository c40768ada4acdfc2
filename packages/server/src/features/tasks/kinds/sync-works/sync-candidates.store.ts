/** Lists followed entities once each, and library works that were never looked up at the marketplace. */
import { setImmediate } from 'node:timers/promises'
import { type FollowedKind, workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../db/schema.ts'
import { type Floor, floors, type ListRequest } from '../../../metadata/source.ts'

export interface FollowedList {
  /** `makers:RG62982`, or `makers:RG62982 (maniax)` for its list in the adult section. */
  readonly item: string
  readonly name: string | null
  readonly wanted: ListRequest
}

interface FollowedRow {
  readonly kind: FollowedKind
  readonly id: string
  /** Name of the artist, if this server knows it. Null for other kinds. */
  readonly name: string | null
  /** 1 if any follower may see R18 works. */
  readonly adult: number
}

/** Lists are sorted by item. */
export async function listFollowed(db: Db): Promise<FollowedList[]> {
  const { rows } = await sql<FollowedRow>`
    select follow.kind, follow.entity_id as id, artist.name,
      max(case when "user".age_restriction = 'r18' then 1 else 0 end) as adult
    from follow
    join "user" on "user".key = follow.user_key
    left join artist on artist.id = follow.entity_id and follow.kind = 'artists'
    group by follow.kind, follow.entity_id, artist.name`.execute(db)
  const lists = rows.flatMap((row) => [...floorsFor(row.adult === 1).flatMap((floor) => listOf(row, floor))])
  return lists.sort((a, b) => (a.item < b.item ? -1 : 1))
}

/** All sections but `home` require age confirmation. */
const floorsFor = (isAdult: boolean): readonly Floor[] => (isAdult ? floors : ['home'])

/** Returns the sections whose new releases at least one user may see. */
export async function listReleaseFloors(db: Db): Promise<readonly Floor[]> {
  const adult = db.selectFrom('user').select('key').where('age_restriction', '=', 'r18')
  return floorsFor((await adult.limit(1).executeTakeFirst()) !== undefined)
}

/** Lists of artists need a name, so an artist without one has no list. */
function listOf({ kind, id, name }: FollowedRow, floor: Floor): FollowedList[] {
  const item = floor === 'home' ? `${kind}:${id}` : `${kind}:${id} (${floor})`
  if (kind === 'makers') return [{ item, name, wanted: { kind: 'maker', floor, id } }]
  if (kind === 'series') return [{ item, name, wanted: { kind: 'series', floor, id } }]
  return name === null ? [] : [{ item, name, wanted: { kind: 'artist', floor, name } }]
}

/** Keys greater than `after`, up to and including `last`. */
export interface KeyRange {
  readonly after: number
  readonly last: number
}

/** Limits one query, since SQLite blocks the event loop for about 5 µs per work. */
const worksAtOnce = 1_000

/** Yields ranges that cover all works after the key `behind`, in key order. Yields to the event loop between ranges. */
export async function* walkKeyRanges(db: Db, behind: number): AsyncGenerator<KeyRange> {
  for (let after = behind; ; ) {
    const { rows } = await sql<{ last: number | null }>`
      select max(key) as last from
      (select key from work where key > ${after} order by key limit ${worksAtOnce}) as part`.execute(db)
    const last = rows[0]?.last ?? null
    if (last === null) return
    yield { after, last }
    await setImmediate()
    after = last
  }
}

/** Smallest key of a marketplace work. Custom works have smaller keys. */
export const minMarketplaceKey = workKeyOf('RJ000000')

export async function listLibraryWorksWithoutRecord(db: Db, { after, last }: KeyRange): Promise<string[]> {
  const { rows } = await sql<{ key: number }>`
    select work.key from work
    left join marketplace_record on marketplace_record.key = work.key
    where (work.in_library = 1 or work.origin = 'folder') and work.trashed_at is null
      and work.key > ${after} and work.key <= ${last} and marketplace_record.key is null
    order by work.key`.execute(db)
  return rows.map(({ key }) => workIdOf(key))
}

export interface NewWork {
  readonly key: number
  readonly id: string
  readonly name: string
}

/** Lists works that scans have added since, in key order. */
export async function listNewFolderWorks(
  db: Db,
  { since, after, last }: KeyRange & { readonly since: string },
): Promise<NewWork[]> {
  return db
    .selectFrom('work')
    .select(['key', 'id', 'name'])
    .where('origin', '=', 'folder')
    .where('created_at', '>=', since)
    .where('key', '>', after)
    .where('key', '<=', last)
    .orderBy('key')
    .execute()
}
