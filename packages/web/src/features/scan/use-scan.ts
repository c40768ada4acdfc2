/** The scan that an administrator can watch: as it goes, and to its end, which is told. */
import { followTasks, listTasks, type Task } from '@koedana/contract/tasks.ts'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../domain/api.ts'
import { openEvents } from '../../domain/open-events.ts'
import { currentToken, useIsAdmin } from '../../domain/session.ts'
import { taskNews } from '../../domain/task-events.rules.ts'
import { loadAdminWords } from '../../lib/admin-words.ts'
import { followEvents } from '../../lib/follow-events.ts'
import { translate } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { whileVisible } from '../../lib/while-visible.ts'
import { awaitScan, forgetAwaited, isAwaited } from './awaited-scan.ts'
import { isNearTop, refreshLists } from './fresh-lists.ts'
import { endOf, isAtWork, isScanning } from './scan.rules.ts'

/** While no stream tells of it. */
const pollMs = 3_000

/** The latest task that looks through folders; null where there was none. */
const scanQuery = () =>
  queryOptions({
    queryKey: ['scan', currentToken()],
    queryFn: async ({ signal }) => {
      const query = { kind: 'sync_works', page: 1, pageSize: 1 } as const
      return (await call(listTasks, { query }, signal)).items[0] ?? null
    },
    staleTime: 0,
  })

/** Undefined until it is known, for ever where nobody may know; lists keep up with it. */
export function useScan(): { readonly scan: Task | undefined; readonly isKnown: boolean } {
  const isAdmin = useIsAdmin()
  const client = useQueryClient()
  const [isLive, setLive] = useState(false)
  const { data, isPending } = useQuery({
    ...scanQuery(),
    enabled: isAdmin,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) && !isLive ? pollMs : false),
  })
  const atWork = data && isAtWork(data) ? data.id : undefined
  useEffect(() => (atWork === undefined ? undefined : follow(client, atWork, setLive)), [client, atWork])
  useEffect(() => {
    if (data) keepUp(client, data)
  }, [client, data])
  return { scan: data ?? undefined, isKnown: !isAdmin || !isPending }
}

/** Answers how to stop. */
function follow(client: QueryClient, id: string, setLive: (isLive: boolean) => void): () => void {
  const { queryKey } = scanQuery()
  return whileVisible((signal) => {
    signal.addEventListener('abort', () => setLive(false))
    void followEvents({
      open: (opening) => openEvents(followTasks.path, opening),
      signal,
      onLive: (isLive) => {
        setLive(isLive)
        // What happened while nobody listened.
        if (isLive) void client.invalidateQueries({ queryKey })
      },
      onEvent: (event) => {
        const news = taskNews(event)
        if (news?.about === 'task' && news.task.id === id) client.setQueryData(queryKey, news.task)
      },
    })
  })
}

/** While folders are looked through, works come by the second; afterwards only what is known of them changes. */
const refreshMs = { scanning: 1_500, after: 15_000 } as const

let waiting: { readonly timer: ReturnType<typeof setTimeout>; readonly ms: number } | undefined

function keepUp(client: QueryClient, task: Task): void {
  if (isAtWork(task) && !isAwaited(task.id) && isScanning(task)) awaitScan(task.id)
  const isOver = isAwaited(task.id) && !isScanning(task)
  if (!isOver && !isAtWork(task)) return
  if (isOver) forgetAwaited()
  const ms = isOver || isScanning(task) ? refreshMs.scanning : refreshMs.after
  if (waiting && waiting.ms <= ms && !isOver) return
  clearTimeout(waiting?.timer)
  const timer = setTimeout(() => {
    waiting = undefined
    if (isOver || isNearTop()) void refreshLists(client)
    if (isOver) void reportEnd(task)
  }, ms)
  waiting = { timer, ms }
}

async function reportEnd(task: Task): Promise<void> {
  const end = endOf(task)
  if (!end) return
  await loadAdminWords()
  if (end === 'trouble') notify(translate('scan.trouble'), 'negative')
  else notify(translate('scan.ended', { count: task.summary.added ?? 0 }), 'positive')
}
