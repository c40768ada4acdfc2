/** Shows a running scan to administrators, and its result. */

import { followTasks, listTasks, type Task } from '@koedana/contract/tasks.ts'
import { IconFolderSearch } from '@tabler/icons-react'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../domain/api.ts'
import { openEvents } from '../../domain/open-events.ts'
import { currentToken, useIsAdmin } from '../../domain/session.ts'
import { parseTaskEvent } from '../../domain/task-events.rules.ts'
import { loadAdminWords, useAdminWords } from '../../lib/admin-words.ts'
import { followEvents } from '../../lib/follow-events.ts'
import { translate, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { whileVisible } from '../../lib/while-visible.ts'
import { EmptyState } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { awaitScan, forgetAwaited, isAwaited } from './awaited-scan.ts'
import { PendingWorks, usePendingWorks } from './pending-works.tsx'
import { isNearTop, refreshLists } from './refresh-lists.ts'
import { endIfEmpty, endOf, isAtWork, isScanning } from './scan.rules.ts'

export interface ScanProgressProps {
  /** The number of works that the viewer may see; undefined if the list is filtered. */
  readonly count: number | undefined
  readonly heading?: 'h1' | 'h2'
  /** Shown if there are no works and no scan is running. */
  readonly children?: ReactNode
}

/** Refreshes lists as works are found. Administrators also see the scan. Load lazily. */
export function ScanProgress(props: ScanProgressProps) {
  useWatch(props.count)
  useRefreshWhenShown()
  return (
    <>
      <PendingWorks />
      <Scan {...props} />
    </>
  )
}

/** Reloads lists when pending works have been indexed. */
function useRefreshWhenShown(): void {
  const client = useQueryClient()
  const pending = usePendingWorks()
  const before = useRef(pending)
  useEffect(() => {
    if (pending < before.current && isNearTop()) void refreshLists(client)
    before.current = pending
  }, [client, pending])
}

function Scan({ count, heading = 'h2', children }: ScanProgressProps) {
  const { scan, isKnown } = useScan()
  if (scan && isScanning(scan)) {
    return count === 0 ? <ScanPage scan={scan} heading={heading} /> : <ScanBanner scan={scan} />
  }
  // Wait, or the text for an empty library would be shown just before the scan.
  if (!isKnown) return null
  return (
    <>
      {scan && count === 0 && <ScanEnd scan={scan} />}
      {children}
    </>
  )
}

const watchMs = 5_000
/**
 * The time in which more works are expected: after the last new work, and after the end of a scan, since a busy server lists the last works
 * later.
 */
const expectWorksMs = { work: 30_000, scan: 120_000 } as const

let lastCount: number | undefined
let expectingUntil = 0

function expectWorks(forMs: number): void {
  expectingUntil = Math.max(expectingUntil, Date.now() + forMs)
}

/** Refreshes lists while there are no works and while works keep arriving, because visitors cannot see scans. */
function useWatch(count: number | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (count === undefined) return
    if (lastCount !== undefined && lastCount !== count) expectWorks(expectWorksMs.work)
    lastCount = count
    return whileVisible((signal) => {
      const timer = setInterval(() => {
        if (count === 0 || (Date.now() < expectingUntil && isNearTop())) void refreshLists(client)
      }, watchMs)
      signal.addEventListener('abort', () => clearInterval(timer))
    })
  }, [client, count])
}

/** The polling interval while there is no event stream. */
const pollMs = 3_000

/** Returns the latest scan task; null if there was none. */
const scanQuery = () =>
  queryOptions({
    queryKey: ['scan', currentToken()],
    queryFn: async ({ signal }) => {
      const query = { kind: 'sync_works', page: 1, pageSize: 1 } as const
      return (await call(listTasks, { query }, signal)).items[0] ?? null
    },
    staleTime: 0,
  })

/** Returns the latest scan; for users without access it stays undefined. Keeps lists up to date during a scan. */
function useScan(): { readonly scan: Task | undefined; readonly isKnown: boolean } {
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
    if (data) scheduleRefresh(client, data)
  }, [client, data])
  return { scan: data ?? undefined, isKnown: !isAdmin || !isPending }
}

/** Returns a function that stops it. */
function follow(client: QueryClient, id: string, setLive: (isLive: boolean) => void): () => void {
  const { queryKey } = scanQuery()
  return whileVisible((signal) => {
    signal.addEventListener('abort', () => setLive(false))
    void followEvents({
      open: (opening) => openEvents(followTasks.path, opening),
      signal,
      onLive: (isLive) => {
        setLive(isLive)
        // Events may have been missed while there was no stream.
        if (isLive) void client.invalidateQueries({ queryKey })
      },
      onEvent: (event) => {
        const news = parseTaskEvent(event)
        if (news?.about === 'task' && news.task.id === id) client.setQueryData(queryKey, news.task)
      },
    })
  })
}

/** During a scan new works arrive every second; afterwards only their metadata changes. */
const refreshMs = { scanning: 1_500, after: 15_000 } as const

let waiting: { readonly timer: ReturnType<typeof setTimeout>; readonly ms: number } | undefined

function scheduleRefresh(client: QueryClient, task: Task): void {
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
    if (!isOver) return
    void reportEnd(task)
    // The last works appear after the index is rebuilt, which a busy server does later.
    expectWorks(expectWorksMs.scan)
    setTimeout(() => void refreshLists(client), refreshMs.after)
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

interface ScanProps {
  readonly scan: Task
}

function ScanPage({ scan, heading }: ScanProps & { readonly heading: 'h1' | 'h2' }) {
  useAdminWords()
  const t = useT()
  return (
    <EmptyState title={t('scan.title')} icon={<IconFolderSearch size={28} aria-hidden />} heading={heading}>
      <p>{t('scan.help')}</p>
      <div className="flex w-80 max-w-full flex-col gap-2">
        <ProgressBar label={t('scan.title')} share={null} />
        <CurrentPath scan={scan} />
      </div>
      <TaskLink scan={scan} />
    </EmptyState>
  )
}

/** A banner above existing works during a scan. */
function ScanBanner({ scan }: ScanProps) {
  useAdminWords()
  const t = useT()
  return (
    <aside className="mt-4 flex flex-col gap-2.5 rounded-card bg-soft px-5 py-4 text-left text-sm">
      <div className="flex items-center gap-3">
        <IconFolderSearch size={19} className="shrink-0 text-acc" aria-hidden />
        <p className="min-w-0 flex-1 font-semibold">{t('scan.title')}</p>
        <TaskLink scan={scan} />
      </div>
      <ProgressBar label={t('scan.title')} share={null} />
      <CurrentPath scan={scan} />
    </aside>
  )
}

/** Shows the result of a scan that found nothing, before the offer to add a folder. */
function ScanEnd({ scan }: ScanProps) {
  useAdminWords()
  const t = useT()
  const end = endIfEmpty(scan)
  if (!end) return null
  return (
    <aside className="mt-4 flex items-center gap-3 rounded-card bg-soft px-5 py-4 text-left text-sm">
      <IconFolderSearch size={19} className="shrink-0 text-acc" aria-hidden />
      <p className="min-w-0 flex-1">{t(end === 'trouble' ? 'scan.trouble' : 'scan.ended', { count: 0 })}</p>
      <TaskLink scan={scan} />
    </aside>
  )
}

/** Truncated at the start, because the end of a path is more useful. */
const CurrentPath = ({ scan: { current } }: ScanProps) => (
  <p className="h-5 truncate text-[12.5px] text-mut" dir="rtl" title={current ?? undefined}>
    <bdi>{current}</bdi>
  </p>
)

function TaskLink({ scan: { id } }: ScanProps) {
  const t = useT()
  return (
    <Link to="/admin/tasks/$taskId" params={{ taskId: id }} className="btn shrink-0">
      {t('scan.details')}
    </Link>
  )
}
