/** Shows administrators how many changed works are not indexed yet, for example during a large import. */
import { getIndex } from '@koedana/contract/system-info.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { currentToken, useIsAdmin } from '../../domain/session.ts'
import { useAdminWords } from '../../lib/admin-words.ts'
import { useT } from '../../lib/i18n.ts'

const pollMs = { pending: 2_000, none: 10_000 } as const

const indexQuery = () =>
  queryOptions({
    queryKey: ['index', currentToken()],
    queryFn: ({ signal }) => call(getIndex, {}, signal),
    refetchInterval: ({ state }) => (state.data?.pendingWorks ? pollMs.pending : pollMs.none),
    staleTime: 0,
  })

/** Returns the number of pending works; 0 for users who are not administrators. */
export function usePendingWorks(): number {
  const isAdmin = useIsAdmin()
  const { data } = useQuery({ ...indexQuery(), enabled: isAdmin })
  return (isAdmin && data?.pendingWorks) || 0
}

export function PendingWorks() {
  const count = usePendingWorks()
  return count > 0 ? <PendingLine count={count} /> : null
}

function PendingLine({ count }: { readonly count: number }) {
  useAdminWords()
  const t = useT()
  return (
    <p role="status" className="mt-4 rounded-card bg-soft px-5 py-4 text-left text-sm">
      {t('scan.pending', { count })}
    </p>
  )
}
