import { listSimilarWorks, type Reason } from '@koedana/contract/similar.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { useSettings } from '../../../lib/settings.ts'
import { useIsNearViewport } from '../../../lib/use-is-near-viewport.ts'
import { WorkCardSkeleton } from '../work-card.tsx'
import { WorkRow, workRowClass } from '../work-row.tsx'
import { groupReasons } from './reasons.rules.ts'

/** A row of similar works with reasons, loaded when it comes near the viewport. Empty if there are none. */
export function SimilarWorks({ id }: { readonly id: string }) {
  const t = useT()
  const [ref, isNear] = useIsNearViewport<HTMLElement>()
  const isWanted = useLocation({ select: ({ hash }) => hash === 'similar' })
  const { data, isError } = useQuery({ ...similarWorksQuery(id), enabled: isNear || isWanted })
  const isThere = data !== undefined
  // The router restores the scroll position before the works are loaded, so scroll again once they are.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the section once it appears
  useEffect(() => {
    if (!isWanted) return
    ref.current?.scrollIntoView()
    ref.current?.focus({ preventScroll: true })
  }, [isWanted, isThere, ref])
  if (isError || data?.items.length === 0) return null
  const reasons = new Map(data?.items.map((item) => [item.work.id, item.reasons]))
  return (
    <section
      ref={ref}
      id="similar"
      tabIndex={-1}
      aria-labelledby="similar-title"
      className="mt-12 scroll-mt-20 outline-none md:scroll-mt-6"
    >
      <h2 id="similar-title" className="mb-3 text-lg font-semibold tracking-tight">
        {t('similar.title')}
      </h2>
      {data ? (
        <WorkRow
          works={data.items.map(({ work }) => work)}
          label={t('similar.title')}
          noteOf={(work) => <Reasons reasons={reasons.get(work.id) ?? []} />}
        />
      ) : (
        <div className={workRowClass} role="status" aria-label={t('common.loading')}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <WorkCardSkeleton key={key} />
          ))}
        </div>
      )}
    </section>
  )
}

export function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const t = useT()
  const format = useFormat()
  const groups = groupReasons(reasons).map(({ kind, names }) => ({ kind, names: names.join(format.comma) }))
  return (
    <p
      className="mt-1 line-clamp-2 text-[12px] text-acc"
      title={groups.map(({ kind, names }) => `${t(`similar.${kind}`)} ${names}`).join(' · ')}
    >
      {groups.map(({ kind, names }, at) => (
        <Fragment key={kind}>
          {at > 0 && ' · '}
          {t(`similar.${kind}`)} <span lang={nameLanguage(names)}>{names}</span>
        </Fragment>
      ))}
    </p>
  )
}

const limit = 12

const similarWorksQuery = (id: string) =>
  queryOptions({
    queryKey: ['similar-works', useSettings.getState().locale, id],
    queryFn: ({ signal }) => call(listSimilarWorks, { params: { id }, query: { limit } }, signal),
  })
