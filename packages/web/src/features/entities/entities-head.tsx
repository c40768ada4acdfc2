import { defaultEntitySort, entitySorts, listEntities } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { IconArrowsSort } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { useT } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/settings.ts'
import { DebouncedField } from '../../ui/debounced-field.tsx'
import { ListTitle, PageHead } from '../../ui/page-head.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { type EntitiesSearch, workFilterOf } from './entities-url.rules.ts'

export interface EntitiesHeadProps {
  readonly query: EntitiesQuery
  /** Undefined while loading. */
  readonly total: number | undefined
  readonly onChange: (search: EntitiesSearch) => void
}

export function EntitiesHead({ query: { kind, search }, total, onChange }: EntitiesHeadProps) {
  const t = useT()
  const { q, sort } = search
  return (
    <div className="flex flex-col gap-3 pb-3 md:pb-4">
      <PageHead
        tools={
          <>
            <DebouncedField
              key={kind}
              label={t('filter.find', { kind: t(`filter.${kind}`) })}
              className="w-32 sm:w-56"
              value={q ?? ''}
              onChange={(name) => onChange({ ...search, q: name || undefined })}
            />
            <SelectMenu
              label={t('works.sort')}
              icon={IconArrowsSort}
              value={sort ?? defaultEntitySort}
              options={entitySorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
              onChange={(chosen) => onChange({ ...search, sort: chosen })}
            />
          </>
        }
      >
        <ListTitle value={kind} search={workFilterOf(search) ?? {}}>
          {t(`filter.${kind}`)}
        </ListTitle>
        <p className="text-mut max-md:text-[13px]" aria-live="polite">
          {total === undefined ? '' : t('entities.count', { count: total })}
        </p>
      </PageHead>
      {workFilterOf(search) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mut">
          {t('entities.filtered')}
          <button type="button" className="btn" onClick={() => onChange({ q, sort })}>
            {t('entities.unfilter')}
          </button>
        </p>
      )}
    </div>
  )
}

export const entitiesPerPage = 100

export interface EntitiesQuery {
  readonly kind: EntityKind
  readonly search: EntitiesSearch
}

/** Pages are counted from 0. Names are localized, so the language is part of the key. */
export const entitiesPage = ({ kind, search }: EntitiesQuery, page: number) =>
  queryOptions({
    queryKey: ['ranked-entities', useSettings.getState().locale, kind, search, page],
    queryFn: ({ signal }) =>
      call(
        listEntities,
        { params: { kind }, query: { ...search, page: page + 1, pageSize: entitiesPerPage } },
        signal,
      ),
  })
