/** What anybody follows, each once. */

import type { FollowedKind } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../db/schema.ts'
import type { Floor, ListWanted } from '../../../metadata/lookup-result.ts'

export interface FollowedList {
  /** `makers:RG62982`, and `makers:RG62982 (maniax)` for its list of works for adults. */
  readonly item: string
  readonly name: string | null
  readonly wanted: ListWanted
}

interface FollowedRow {
  readonly kind: FollowedKind
  readonly id: string
  /** The name of an artist, where it is known here. */
  readonly name: string | null
  /** 1 where one of those who follow may see works for adults. */
  readonly adult: number
}

/** The follows stand in the order of their items. */
export async function listFollowed(db: Db): Promise<FollowedList[]> {
  const { rows } = await sql<FollowedRow>`
    select follow.kind, follow.entity_id as id, artist.name,
      max(case when "user".age_restriction = 'r18' then 1 else 0 end) as adult
    from follow
    join "user" on "user".key = follow.user_key
    left join artist on artist.id = follow.entity_id and follow.kind = 'artists'
    group by follow.kind, follow.entity_id, artist.name`.execute(db)
  const lists = rows.flatMap((row) => [
    ...listOf(row, 'home'),
    ...(row.adult === 1 ? listOf(row, 'maniax') : []),
  ])
  return lists.sort((a, b) => (a.item < b.item ? -1 : 1))
}

/** An artist without a name here has no list. */
function listOf({ kind, id, name }: FollowedRow, floor: Floor): FollowedList[] {
  const item = floor === 'home' ? `${kind}:${id}` : `${kind}:${id} (${floor})`
  if (kind === 'makers') return [{ item, name, wanted: { kind: 'maker', floor, id } }]
  if (kind === 'series') return [{ item, name, wanted: { kind: 'series', floor, id } }]
  return name === null ? [] : [{ item, name, wanted: { kind: 'artist', floor, name } }]
}
