import { listSimilarEntities } from '@koedana/contract/similar.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../domain/api.ts'
import { useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { useSettings } from '../../lib/settings.ts'
import { Skeleton } from '../../ui/page.tsx'
import type { HeadEntity } from './head-entity.ts'

const shown = 8

/** Similar entities of the kind, each with what they have in common. Load lazily: most lists are not about one entity. */
export function SimilarEntities({ kind, id }: HeadEntity) {
  const t = useT()
  const { data, isError } = useQuery({
    queryKey: ['similar-entities', useSettings.getState().locale, kind, id],
    queryFn: ({ signal }) =>
      call(listSimilarEntities, { params: { kind, id }, query: { limit: shown } }, signal),
    meta: { silent: true },
    retry: false,
  })
  const isWanted = useLocation({ select: ({ hash }) => hash === 'similar-entities' })
  const frame = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the section once it appears
  useEffect(() => {
    if (isWanted) frame.current?.focus()
  }, [isWanted, isThere])
  if (isError) return null
  if (!data) return <Skeleton className="h-8 max-w-md" />
  if (data.items.length === 0) return null
  return (
    <div ref={frame} tabIndex={-1} className="flex items-center gap-2 outline-none">
      <h2 id="similar-entities" className="shrink-0 text-[13px] text-mut">
        {t('entities.similar')}
      </h2>
      <ul
        aria-labelledby="similar-entities"
        className="-my-1 flex min-w-0 gap-2 overflow-x-auto py-1 [scrollbar-width:none]"
      >
        {data.items.map((item) => (
          <li key={item.id} className="shrink-0">
            <Link
              ref={menuFor({ kind, entity: item })}
              to="/works"
              search={{ [kind]: [item.id] }}
              preload={false}
              className="chip hover:border-acc"
              lang={entityLanguage(kind, item.name)}
              title={item.reasons.map(({ name }) => name).join(' · ')}
            >
              {item.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
