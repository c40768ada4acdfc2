/** The scan that an administrator can watch: as it goes, and to its end, which is shown. */

import { followTasks, listTasks, type Task } from '@koedana/contract/tasks.ts'
import { IconFolderSearch } from '@tabler/icons-react'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../domain/api.ts'
import { openEvents } from '../../domain/open-events.ts'
import { currentToken, useIsAdmin } from '../../domain/session.ts'
import { taskNews } from '../../domain/task-events.rules.ts'
import { loadAdminWords, useAdminWords } from '../../lib/admin-words.ts'
import { followEvents } from '../../lib/follow-events.ts'
import { translate, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { whileVisible } from '../../lib/while-visible.ts'
import { EmptyState } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { awaitScan, forgetAwaited, isAwaited } from './awaited-scan.ts'
import { isNearTop, refreshLists } from './fresh-lists.ts'
import { PendingWorks, usePendingWorks } from './pending-works.tsx'
import { emptyEndOf, endOf, isAtWork, isScanning } from './scan.rules.ts'

export interface ArrivalsProps {
  /** Works that the viewer may see; undefined if the list is narrowed. */
  readonly count: number | undefined
  readonly heading?: 'h1' | 'h2'
  /** Shown if there are none, and none are being looked for. */
  readonly children?: ReactNode
}

/**
 * Works appear as they are found: an administrator sees the scan that finds them, everybody else the works alone. Import
 * it lazily.
 */
export function Arrivals(props: ArrivalsProps) {
  useWatch(props.count)
  useRefreshWhenShown()
  return (
    <>
      <PendingWorks />
      <Scan {...props} />
    </>
  )
}

/** Loads lists again when they show works that were pending. */
function useRefreshWhenShown(): void {
  const client = useQueryClient()
  const pending = usePendingWorks()
  const before = useRef(pending)
  useEffect(() => {
    if (pending < before.current && isNearTop()) void refreshLists(client)
    before.current = pending
  }, [client, pending])
}

function Scan({ count, heading = 'h2', children }: ArrivalsProps) {
  const { scan, isKnown } = useScan()
  if (scan && isScanning(scan)) {
    return count === 0 ? <ScanPage scan={scan} heading={heading} /> : <ScanBanner scan={scan} />
  }
  // The words for an empty shelf must not show first, and the scan a moment later.
  if (!isKnown) return null
  return (
    <>
      {scan && count === 0 && <ScanEnd scan={scan} />}
      {children}
    </>
  )
}

const watchMs = 5_000
/** The time after which no more works are expected: since the last came, and since a scan ended, whose last works a busy server lists later. */
const hopefulMs = { work: 30_000, scan: 120_000 } as const

let counted: number | undefined
let hopefulUntil = 0

function expectWorks(forMs: number): void {
  hopefulUntil = Math.max(hopefulUntil, Date.now() + forMs)
}

/** Loads again while nothing is here at all, and while works keep coming: that is all a visitor may know of a scan. */
function useWatch(count: number | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (count === undefined) return
    if (counted !== undefined && counted !== count) expectWorks(hopefulMs.work)
    counted = count
    return whileVisible((signal) => {
      const timer = setInterval(() => {
        if (count === 0 || (Date.now() < hopefulUntil && isNearTop())) void refreshLists(client)
      }, watchMs)
      signal.addEventListener('abort', () => clearInterval(timer))
    })
  }, [client, count])
}

/** The interval of polling while no stream reports it. */
const pollMs = 3_000

/** Returns the latest task that looks through folders; null if there was none. */
const scanQuery = () =>
  queryOptions({
    queryKey: ['scan', currentToken()],
    queryFn: async ({ signal }) => {
      const query = { kind: 'sync_works', page: 1, pageSize: 1 } as const
      return (await call(listTasks, { query }, signal)).items[0] ?? null
    },
    staleTime: 0,
  })

/** Returns undefined until it is known, for ever if nobody may know; lists keep up with it. */
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
    if (data) keepUp(client, data)
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
        // Something may have happened while nobody listened.
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
    if (!isOver) return
    void reportEnd(task)
    // What came last is in lists once the index is built anew, which a busy server does later.
    expectWorks(hopefulMs.scan)
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

/** Replaces a page that has nothing yet. */
function ScanPage({ scan, heading }: ScanProps & { readonly heading: 'h1' | 'h2' }) {
  useAdminWords()
  const t = useT()
  return (
    <EmptyState title={t('scan.title')} icon={<IconFolderSearch size={28} aria-hidden />} heading={heading}>
      <p>{t('scan.help')}</p>
      <div className="flex w-80 max-w-full flex-col gap-2">
        <ProgressBar label={t('scan.title')} share={null} />
        <Current scan={scan} />
      </div>
      <TaskLink scan={scan} />
    </EmptyState>
  )
}

/** Shows a banner above works that are here already. */
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
      <Current scan={scan} />
    </aside>
  )
}

/** Whoever added a folder already is told that it was looked through, before being asked to add one. */
function ScanEnd({ scan }: ScanProps) {
  useAdminWords()
  const t = useT()
  const end = emptyEndOf(scan)
  if (!end) return null
  return (
    <aside className="mt-4 flex items-center gap-3 rounded-card bg-soft px-5 py-4 text-left text-sm">
      <IconFolderSearch size={19} className="shrink-0 text-acc" aria-hidden />
      <p className="min-w-0 flex-1">{t(end === 'trouble' ? 'scan.trouble' : 'scan.ended', { count: 0 })}</p>
      <TaskLink scan={scan} />
    </aside>
  )
}

/** Its end says more than its beginning. */
const Current = ({ scan: { current } }: ScanProps) => (
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
