import { defaultEntitySort, type ListedEntity } from '@koedana/contract/entities.ts'
import { Link } from '@tanstack/react-router'
import { useHomeWords } from '../../domain/home-words.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import type { EntitiesQuery } from './entities-head.tsx'
import { workFilterOf } from './entities-url.rules.ts'
import { isRanking, valueFormOf } from './entity-value.rules.ts'

export interface EntityRowProps {
  readonly query: EntitiesQuery
  readonly entity: ListedEntity
  readonly rank: number
}

/** One row of a plain list. Load lazily: it has its own messages. */
export function EntityRow({ query, entity, rank }: EntityRowProps) {
  useHomeWords()
  const t = useT()
  const format = useFormat()
  const { kind, search } = query
  const { workCount, ownedCount } = entity
  return (
    <div
      ref={menuFor({ kind, entity })}
      className="group relative flex h-15 items-center gap-3 border-b border-line"
    >
      {isRanking(search.sort ?? defaultEntitySort) && (
        <span className="min-w-9 shrink-0 text-right text-[13px] font-semibold text-mut" aria-hidden>
          {format.number(rank)}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <EntityLink query={query} entity={entity} />
        <p className="truncate text-[12.5px] text-mut">
          {t('works.count', { count: workCount })}
          {ownedCount ? ` · ${t('works.owned', { owned: ownedCount, total: workCount })}` : ''}
        </p>
      </div>
      <EntityValue query={query} entity={entity} />
    </div>
  )
}

type EntityPart = Pick<EntityRowProps, 'query' | 'entity'>

/** Links to the entity's works, with the filter that counted them. The whole card is clickable. */
export function EntityLink({ query: { kind, search }, entity: { id, name } }: EntityPart) {
  return (
    <Link
      to="/works"
      search={{ ...workFilterOf(search), [kind]: [id] }}
      preload={false}
      title={name}
      lang={entityLanguage(kind, name)}
      className="block truncate text-sm font-medium group-hover:text-acc stretched-link"
    >
      {name}
    </Link>
  )
}

/** Shows the number that the order is based on, if there is one. */
export function EntityValue({ query: { search }, entity: { value } }: EntityPart) {
  const t = useT()
  const format = useFormat()
  const sort = search.sort ?? defaultEntitySort
  const form = valueFormOf(sort)
  if (!form || value === null) return null
  return (
    <span className="shrink-0 text-[13px] font-semibold" title={t(`sort.${sort}`)}>
      <span className="sr-only">{t(`sort.${sort}`)}: </span>
      {form === 'rating' ? format.rating(value) : format.number(Math.round(value))}
    </span>
  )
}
