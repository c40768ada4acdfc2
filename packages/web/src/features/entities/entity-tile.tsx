import { defaultEntitySort } from '@koedana/contract/entities.ts'
import type { ReactNode } from 'react'
import { useHomeWords } from '../../domain/home-words.ts'
import { useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { EntityLink, type EntityRowProps, EntityValue } from './entity-row.tsx'
import { isRanking } from './entity-value.rules.ts'

export interface EntityTileProps extends EntityRowProps {
  readonly face: ReactNode
}

/** A picture, a name, and the number of works in the library. Load lazily: it has its own messages. */
export function EntityTile({ query, entity, rank, face }: EntityTileProps) {
  useHomeWords()
  const t = useT()
  const format = useFormat()
  const { kind, search } = query
  const { workCount, ownedCount } = entity
  return (
    <div ref={menuFor({ kind, entity })} className="group relative">
      <div className="relative aspect-4/3 overflow-hidden rounded-card bg-sunken">
        {face}
        {isRanking(search.sort ?? defaultEntitySort) && (
          <span
            className="absolute top-2 left-2 rounded-full bg-black/65 px-2 py-0.5 text-[11px] font-semibold text-white"
            aria-hidden
          >
            {format.number(rank)}
          </span>
        )}
      </div>
      <div className="mt-2 flex items-baseline gap-2">
        <div className="min-w-0 flex-1">
          <EntityLink query={query} entity={entity} />
        </div>
        <EntityValue query={query} entity={entity} />
      </div>
      <p className="mt-0.5 truncate text-[12.5px] text-mut">
        {ownedCount
          ? t('works.owned', { owned: ownedCount, total: workCount })
          : t('works.count', { count: workCount })}
      </p>
      {ownedCount !== null && ownedCount > 0 && (
        <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
          <div
            className="h-1.5 rounded-full bg-acc"
            style={{ width: `${(ownedCount / workCount) * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}
