import type { Follow } from '@koedana/contract/follows.ts'
import { type FollowedKind, followedKinds } from '@koedana/contract/values.ts'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { menuFor } from '../../../lib/menu-subject.ts'
import { entityLanguage } from '../../../lib/name-language.rules.ts'
import { Pager } from '../../../ui/pager.tsx'
import { FollowButton } from './follow-button.tsx'
import { prependNew, rowKey } from './sticky-rows.rules.ts'

const Mosaic = lazy(() =>
  import('../entity-picture.tsx').then(({ EntityPicture }) => ({ default: EntityPicture })),
)

export interface FollowedListProps {
  readonly items: readonly Follow[]
  /** Shown if nothing is followed. */
  readonly children: ReactNode
}

/** Lists followed entities by kind, the latest first. Entities that are unfollowed here stay listed until the page is left. */
export function FollowedList({ items, children }: FollowedListProps) {
  const [kept, keep] = useState(items)
  const rows = prependNew(kept, items)
  if (rows !== kept) keep(rows)
  if (rows.length === 0) return children
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  return (
    <div className="flex flex-col gap-9">
      {followedKinds.map((kind) => {
        const some = byKind.get(kind)
        return some && <FollowedOfKind key={kind} kind={kind} rows={some} />
      })}
    </div>
  )
}

const rowsPerPage = 30

interface FollowedOfKindProps {
  readonly kind: FollowedKind
  readonly rows: readonly Follow[]
}

function FollowedOfKind({ kind, rows }: FollowedOfKindProps) {
  const t = useT()
  const id = useId()
  const [page, setPage] = useState(1)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg font-semibold tracking-tight">
        {t(`filter.${kind}`)}
      </h2>
      <ul className="grid grid-cols-1 gap-x-8 border-t border-line lg:grid-cols-2">
        {rows.slice((page - 1) * rowsPerPage, page * rowsPerPage).map((row) => (
          <FollowedRow key={rowKey(row)} followed={row} />
        ))}
      </ul>
      <Pager page={page} pageSize={rowsPerPage} total={rows.length} onChange={setPage} />
    </section>
  )
}

function FollowedRow({ followed }: { readonly followed: Follow }) {
  const t = useT()
  const format = useFormat()
  const nameId = useId()
  const { kind, id, name, workCount, followedAt } = followed
  const facts = [t('works.count', { count: workCount }), t('follow.since', { date: format.date(followedAt) })]
  return (
    <li
      ref={menuFor({ kind, entity: { id, name } })}
      className="group relative flex min-h-16 items-center gap-3 border-b border-line py-2"
    >
      <div className="size-11 shrink-0 overflow-hidden rounded-card bg-sunken">
        <Suspense>
          <Mosaic kind={kind} id={id} name={name} />
        </Suspense>
      </div>
      <div className="min-w-0 flex-1">
        <Link
          id={nameId}
          to="/works"
          search={{ [kind]: [id] }}
          preload={false}
          title={name}
          lang={entityLanguage(kind, name)}
          className="block truncate text-sm font-medium group-hover:text-acc stretched-link"
        >
          {name}
        </Link>
        <p className="truncate text-[12.5px] text-mut">{facts.join(' · ')}</p>
      </div>
      <div className="relative shrink-0">
        <FollowButton kind={kind} id={id} name={name} describedBy={nameId} />
      </div>
    </li>
  )
}
