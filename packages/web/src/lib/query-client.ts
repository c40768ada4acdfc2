import { ApiError } from '@koedana/contract/kit/client.ts'
import { notifyManager, QueryClient } from '@tanstack/react-query'

// Render a response in the task that receives it; the default scheduler waits for a timer.
notifyManager.setScheduler(queueMicrotask)

/** Responses are fresh for 30 seconds. Only a lost connection or a busy server is retried, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && isTemporary(error),
    },
  },
})

function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}
