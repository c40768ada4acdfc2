/** Finds which of the user's exclusions match a work. */
import type { Entity } from '@koedana/contract/entities.ts'
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { Work } from '@koedana/contract/works.ts'

export interface HiddenEntity {
  readonly kind: EntityKind
  readonly entity: Entity
}

type Excluded = Readonly<Record<EntityKind, readonly { readonly id: string }[]>>
type LinkedEntities = Pick<Work, 'maker' | 'series' | 'artists' | 'illustrators' | 'genres'>

/** Returns an empty list until both are loaded. */
export function hiddenOf(
  work: LinkedEntities | undefined,
  excluded: Excluded | undefined,
): readonly HiddenEntity[] {
  if (!work || !excluded) return []
  const { maker, series, artists, illustrators, genres } = work
  const tied = { makers: [maker], series: [series], artists, illustrators, genres }
  return entityKinds.flatMap((kind) =>
    tied[kind].flatMap((entity) =>
      entity && excluded[kind].some(({ id }) => id === entity.id) ? [{ kind, entity }] : [],
    ),
  )
}
