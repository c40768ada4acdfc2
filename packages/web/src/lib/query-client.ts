import { ApiError } from '@koedana/contract/kit/client.ts'
import { notifyManager, QueryClient } from '@tanstack/react-query'

// A response is drawn in the task that brings it: by itself the library waits for a timer.
notifyManager.setScheduler(queueMicrotask)

/** Responses stay fresh for half a minute; only a lost connection or a busy server is worth a second try. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && isPassing(error),
    },
  },
})

function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}
