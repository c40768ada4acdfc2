import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../lib/i18n.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import { entityQuery } from './filters/entities-query.ts'

export interface WorksHeadingProps {
  readonly search: WorksSearch
  /** Undefined while it is counted. */
  readonly total: number | undefined
}

/** The list of everything, or of one maker, series, artist, illustrator or genre. */
export function WorksHeading({ search, total }: WorksHeadingProps) {
  const t = useT()
  const only = onlyEntity(search)
  return (
    <>
      {only ? <EntityTitle {...only} /> : <h1 className="page-title">{t('works.title')}</h1>}
      <p className="text-mut" aria-live="polite">
        {total === undefined ? '' : t('works.count', { count: total })}
      </p>
    </>
  )
}

function EntityTitle({ kind, id }: { readonly kind: EntityKind; readonly id: string }) {
  const t = useT()
  const { data } = useQuery(entityQuery(kind, id))
  return (
    <div className="min-w-0">
      <p className="text-[13px] font-medium text-acc">{t(`filter.${kind}`)}</p>
      <h1 className="page-title" lang="ja">
        {data?.name ?? id}
      </h1>
    </div>
  )
}

function onlyEntity(search: WorksSearch): { kind: EntityKind; id: string } | undefined {
  const included = entityKinds.flatMap((kind) => (search[kind] ?? []).map((id) => ({ kind, id })))
  return included.length === 1 ? included[0] : undefined
}
