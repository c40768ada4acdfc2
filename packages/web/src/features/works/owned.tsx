/** How many works of a circle or series are in the library. Import it lazily: it brings words with it. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useHomeWords } from '../../domain/home-words.ts'
import { useT } from '../../lib/i18n.ts'
import { entityQuery } from './filters/entities-query.ts'

export interface OwnedProps {
  readonly kind: EntityKind
  readonly entity: { readonly id: string; readonly workCount: number; readonly ownedCount: number }
}

/** The count, and a link to the missing works, oldest first. */
export function Owned({ kind, entity: { id, workCount, ownedCount } }: OwnedProps) {
  useHomeWords()
  const t = useT()
  const missing = workCount - ownedCount
  return (
    <>
      <span>{t('works.owned', { owned: ownedCount, total: workCount })}</span>
      {missing > 0 && (
        <Link
          to="/works"
          search={{ [kind]: [id], inLibrary: false, sort: 'releaseDateAsc' }}
          className="text-acc underline-offset-4 hover:underline"
        >
          {t('works.missing', { count: missing })}
        </Link>
      )}
    </>
  )
}

/** Its line has its height before the numbers arrive. */
export function SeriesOwned({ id }: { readonly id: string }) {
  const { data } = useQuery(entityQuery('series', id))
  return (
    <span className="flex min-h-5 flex-wrap items-center gap-x-3 text-[12.5px] text-mut">
      {data && <Owned kind="series" entity={data} />}
    </span>
  )
}
