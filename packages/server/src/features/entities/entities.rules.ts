/** How names are found and lists of entities ordered. */
import type { entitySorts, RankedEntity } from '@koedana/contract/entities.ts'
import type { Locale } from '@koedana/contract/values.ts'

/** Part of a name, whatever its width or case; an empty text matches all. */
export function matchesName(name: string, text: string): boolean {
  return text === '' || fold(name).includes(fold(text))
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** A new list; ties by id, so that pages never overlap. */
export function rankEntities(
  entities: readonly RankedEntity[],
  sort: (typeof entitySorts)[number],
  locale: Locale,
): RankedEntity[] {
  const collator = new Intl.Collator(locale, { numeric: true })
  const first = {
    workCountDesc: (a: RankedEntity, b: RankedEntity) => b.workCount - a.workCount,
    nameAsc: (a: RankedEntity, b: RankedEntity) => collator.compare(a.name, b.name),
  }[sort]
  return entities.toSorted((a, b) => first(a, b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}
