import { defaultEntitySort, type ListedEntity } from '@koedana/contract/entities.ts'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../lib/format.ts'
import { useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { workFilterOf } from './entities-url.rules.ts'
import { isRanking, valueFormOf } from './entity-value.rules.ts'
import type { EntitiesAsked } from './ranked-entities-query.ts'

export interface EntityRowProps {
  readonly asked: EntitiesAsked
  readonly entity: ListedEntity
  readonly rank: number
}

/** Pixels, the same for every row: the list counts on it. */
export const entityRowHeight = 60

/** Leads to its works, under the filter that counted them. */
export function EntityRow({ asked: { kind, search }, entity, rank }: EntityRowProps) {
  const t = useT()
  const format = useFormat()
  const sort = search.sort ?? defaultEntitySort
  const form = valueFormOf(sort)
  return (
    <div
      ref={menuFor({ kind, entity })}
      className="group relative flex items-center gap-3 border-b border-line"
      style={{ height: entityRowHeight }}
    >
      {isRanking(sort) && (
        <span className="min-w-9 shrink-0 text-right text-[13px] font-semibold text-mut" aria-hidden>
          {format.number(rank)}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Link
          to="/works"
          search={{ ...workFilterOf(search), [kind]: [entity.id] }}
          preload={false}
          title={entity.name}
          lang={entityLanguage(kind, entity.name)}
          className="block truncate text-sm font-medium group-hover:text-acc after:absolute after:inset-0"
        >
          {entity.name}
        </Link>
        <p className="truncate text-[12.5px] text-mut">{t('works.count', { count: entity.workCount })}</p>
      </div>
      {form && entity.value !== null && (
        <span className="shrink-0 text-[13px] font-semibold" title={t(`sort.${sort}`)}>
          <span className="sr-only">{t(`sort.${sort}`)}: </span>
          {form === 'rating' ? format.rating(entity.value) : format.number(Math.round(entity.value))}
        </span>
      )}
    </div>
  )
}
