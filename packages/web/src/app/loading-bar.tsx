import { useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'

/** Polling queries declare `meta: { silent: true }` and do not count. */
export function LoadingBar() {
  const moving = useRouterState({ select: (state) => state.status === 'pending' })
  const fetching = useIsFetching({ predicate: (query) => !query.meta?.silent })
  return <div className="loading-bar" data-on={moving || fetching > 0} aria-hidden />
}
