/** What anybody follows, each once. */

import type { Db } from '../../../../db/schema.ts'
import type { ListWanted } from '../../../metadata/marketplace/answers.ts'

export interface FollowedList {
  /** `makers:RG62982` */
  readonly item: string
  readonly name: string | null
  readonly wanted: ListWanted
}

/** In the order of their items. An artist without a name here has no list. */
export async function listFollowed(db: Db): Promise<FollowedList[]> {
  const rows = await db
    .selectFrom('follow')
    .leftJoin('artist', (join) =>
      join.onRef('artist.id', '=', 'follow.entity_id').on('follow.kind', '=', 'artists'),
    )
    .select(['follow.kind', 'follow.entity_id as id', 'artist.name'])
    .distinct()
    .execute()
  const lists = rows.flatMap(({ kind, id, name }): FollowedList[] => {
    const item = `${kind}:${id}`
    if (kind === 'makers') return [{ item, name, wanted: { kind: 'maker', floor, id } }]
    if (kind === 'series') return [{ item, name, wanted: { kind: 'series', floor, id } }]
    return name === null ? [] : [{ item, name, wanted: { kind: 'artist', floor, name } }]
  })
  return lists.sort((a, b) => (a.item < b.item ? -1 : 1))
}

/** What is for all ages and what is for adults: who may see it is decided here. */
const floor = 'maniax'
