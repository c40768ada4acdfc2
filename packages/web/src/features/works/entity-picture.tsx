/** The picture of an entity: covers of its works, or a drawn placeholder. Load lazily, so that more important content comes first. */
import { listEntityCovers, type MosaicCover, maxMosaics } from '@koedana/contract/entity-covers.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { call } from '../../domain/api.ts'
import { coverUrl } from '../../domain/cover-url.ts'
import { entityLanguage } from '../../lib/name-language.rules.ts'
import { useSettings } from '../../lib/settings.ts'
import { useIsComplete } from '../../lib/use-is-complete.ts'
import { PlaceholderCover } from '../../ui/placeholder-cover.tsx'
import { placeholder } from './cover.tsx'

export interface MosaicProps {
  readonly kind: EntityKind
  readonly id: string
  readonly name: string
}

/** Fills its container. Covers that the policy hides stay blurred. */
export function EntityPicture({ kind, id, name }: MosaicProps) {
  const { data: covers } = useQuery({
    queryKey: ['entity-covers', useSettings.getState().locale, kind, id],
    queryFn: () => coversOf(kind, id),
    meta: { silent: true },
    staleTime: 600_000,
    retry: false,
  })
  const isWhole = useIsComplete()
  if (!covers) return null
  if (covers.length === 0)
    return (
      <PlaceholderCover id={id} title={name} lang={entityLanguage(kind, name)} isWhole={isWhole} isSmall />
    )
  return (
    <div aria-hidden className="grid size-full gap-px" style={{ gridTemplate: templates[covers.length - 1] }}>
      {covers.map((cover, at) => (
        <div
          key={cover.workId}
          className={clsx('min-h-0 min-w-0 bg-cover', covers.length === 3 && at === 0 && 'row-span-2')}
          style={{ backgroundImage: placeholder(cover.thumbhash) }}
        >
          <Picture cover={cover} />
        </div>
      ))}
    </div>
  )
}

/** Grid templates for one to four covers. */
const templates = ['1fr / 1fr', '1fr / 1fr 1fr', '1fr 1fr / 1fr 1fr', '1fr 1fr / 1fr 1fr'] as const

function Picture({ cover: { workId, signature, ...cover } }: { readonly cover: MosaicCover }) {
  if (signature === null) return null
  return (
    <img
      alt=""
      src={coverUrl(workId, { ...cover, signature }, 240)}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  )
}

interface PendingRequest {
  readonly id: string
  readonly resolve: (covers: readonly MosaicCover[]) => void
  readonly reject: (reason: unknown) => void
}

const pendingRequests = new Map<EntityKind, PendingRequest[]>()

/** Batches the requests of mosaics that render together. */
function coversOf(kind: EntityKind, id: string): Promise<readonly MosaicCover[]> {
  return new Promise((resolve, reject) => {
    const waiting = pendingRequests.get(kind)
    if (waiting) waiting.push({ id, resolve, reject })
    else {
      pendingRequests.set(kind, [{ id, resolve, reject }])
      setTimeout(() => load(kind))
    }
  })
}

function load(kind: EntityKind): void {
  const all = pendingRequests.get(kind) ?? []
  pendingRequests.delete(kind)
  for (let from = 0; from < all.length; from += maxMosaics) {
    const some = all.slice(from, from + maxMosaics)
    call(listEntityCovers, { params: { kind }, query: { ids: some.map(({ id }) => id) } }).then(
      ({ items }) => {
        const found = new Map(items.map((item) => [item.id, item.covers]))
        for (const { id, resolve } of some) resolve(found.get(id) ?? [])
      },
      (reason) => {
        for (const { reject } of some) reject(reason)
      },
    )
  }
}
