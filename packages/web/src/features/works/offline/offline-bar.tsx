/** A notice on every page while the server is unreachable or a new version is ready. Load lazily. */
import { getLive } from '@koedana/contract/about.ts'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { onlineManager } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { apiPath } from '../../../domain/api-path.ts'
import { useFavorites } from '../../../domain/favorites-store.ts'
import { useOfflineWords } from '../../../domain/offline-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useSettings } from '../../../lib/settings.ts'
import { whileVisible } from '../../../lib/while-visible.ts'
import { StandingNotice } from '../../../ui/standing-notice.tsx'
import { applyUpdate, followUpdates, useUpdate } from './app-updates.ts'
import { shownSince, startResponseCache, useConnection } from './cached-responses.ts'
import { canStoreOffline } from './offline-store.ts'
import { resumeDownloads, startOfflineWorks } from './offline-works.ts'

/** Starts the offline features once a page is open. */
function start(): void {
  if (isStarted) return
  isStarted = true
  startResponseCache()
  startOfflineWorks()
  void followUpdates()
  addEventListener('offline', () => useConnection.setState({ isAway: true }))
  addEventListener('online', () => void checkServer())
  // Changes that can be stored for later depend on this state.
  onlineManager.setOnline(!useConnection.getState().isAway)
  useConnection.subscribe(({ isAway }, before) => {
    if (before.isAway !== isAway) onlineManager.setOnline(!isAway)
    if (before.isAway && !isAway) void comeBack()
  })
  void lateChanges().then(({ pendingFavorites, sendPendingChanges }) => {
    // After a reload, pending favorites are shown again.
    useFavorites.setState(({ known }) => ({ known: { ...known, ...pendingFavorites() } }))
    return sendPendingChanges()
  })
}

let isStarted = false
const lateChanges = () => import('../../../domain/pending-changes.ts')

/** The browser's online event does not concern the server, so it is polled until it responds. */
const checkIntervalMs = 10_000

async function checkServer(): Promise<void> {
  const response = await fetch(apiPath + getLive.path, { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) useConnection.setState({ isAway: false })
}

async function comeBack(): Promise<void> {
  await (await lateChanges()).sendPendingChanges()
  await queryClient.invalidateQueries()
  await resumeDownloads()
}

export function OfflineBar() {
  useEffect(start, [])
  const isAway = useConnection((connection) => connection.isAway)
  const isUpdateReady = useUpdate(({ isReady }) => isReady)
  const [wasAway, setWasAway] = useState(false)
  if (isAway && !wasAway) setWasAway(true)
  // The live region is always rendered, or screen readers would miss its first message.
  return (
    <div role="status">
      <Suspense>
        <PreloadedMessages />
      </Suspense>
      <Suspense>
        {isAway && <Away />}
        {!isAway && wasAway && <BackAgain />}
        {!isAway && isUpdateReady && <Update />}
      </Suspense>
    </div>
  )
}

/** Loads the messages in advance, since they may be unavailable once the connection is lost. */
function PreloadedMessages() {
  useOfflineWords()
  return null
}

/** Only for screen readers: others see the notice disappear. */
function BackAgain() {
  useOfflineWords()
  return <p className="sr-only">{useT()('offline.back')}</p>
}

function Away() {
  useOfflineWords()
  const t = useT()
  const locale = useSettings((settings) => settings.locale)
  useConnection(({ shown }) => shown)
  // Another page has other responses.
  useLocation({ select: ({ pathname }) => pathname })
  const [isClosed, setIsClosed] = useState(false)
  useEffect(
    () =>
      whileVisible((signal) => {
        const timer = setInterval(() => void checkServer(), checkIntervalMs)
        signal.addEventListener('abort', () => clearInterval(timer))
      }),
    [],
  )
  if (isClosed) return null
  const since = shownSince()
  return (
    <StandingNotice close={t('common.close')} onClose={() => setIsClosed(true)}>
      <IconPlugConnectedX size={18} className="shrink-0 text-acc" aria-hidden />
      {/* Two elements, because languages differ in how sentences are separated. */}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t(navigator.onLine ? 'offline.away' : 'offline.offline')}</p>
        {since !== undefined && (
          <p className="text-mut">{t('offline.asOf', { time: timeOf(since, locale) })}</p>
        )}
      </div>
      {canStoreOffline() && (
        <Link to="/device" className="btn h-8 shrink-0 border-transparent bg-transparent text-acc">
          {t('device.title')}
        </Link>
      )}
    </StandingNotice>
  )
}

function Update() {
  useOfflineWords()
  const t = useT()
  return (
    <StandingNotice close={t('common.close')} onClose={() => useUpdate.setState({ isReady: false })}>
      <IconRefresh size={18} className="shrink-0 text-acc" aria-hidden />
      <p className="min-w-0 flex-1 font-medium">{t('update.ready')}</p>
      <button type="button" className="btn-primary" onClick={applyUpdate}>
        {t('update.reload')}
      </button>
    </StandingNotice>
  )
}

/** Returns the time of day, with the date if it is not today. */
function timeOf(ms: number, locale: string): string {
  const isToday = new Date(ms).toDateString() === new Date().toDateString()
  const style = isToday
    ? ({ timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium', timeStyle: 'short' } as const)
  return new Intl.DateTimeFormat(locale, style).format(ms)
}
