import { IconDeviceMobileDown, IconLockOpen } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useOfflineWords } from '../domain/offline-words.ts'
import { useUser } from '../domain/session.ts'
import { downloadedFraction } from '../features/works/offline/download.rules.ts'
import { OfflineCover } from '../features/works/offline/offline-cover.tsx'
import { canStoreOffline } from '../features/works/offline/offline-store.ts'
import {
  measureRoom,
  removeWork,
  retryWork,
  useOfflineWorks,
} from '../features/works/offline/offline-works.ts'
import { useFormat, useT } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { isCompletelyStored, type OfflineWork, storedBytes } from '../lib/offline-work.rules.ts'
import { useSettings } from '../lib/settings.ts'
import { siteUrl } from '../lib/site-url.ts'
import { formatBytes } from '../lib/size-text.rules.ts'
import { ConfirmDialog } from '../ui/confirm.tsx'
import { EmptyState, useDocumentTitle } from '../ui/page.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

/** Shows the works stored on this device, the space they take, and how to delete them; on plain HTTP, which features are off and why. */
export function DevicePage() {
  useOfflineWords()
  const t = useT()
  const user = useUser()
  useDocumentTitle(t('device.title'))
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="page-title">{t('device.title')}</h1>
      <p className="mt-1 mb-4 text-mut">{t('device.intro')}</p>
      {!canStoreOffline() && <InsecureContextNote />}
      {canStoreOffline() && (user ? <OfflineWorks /> : <EmptyState title={t('device.login')} />)}
    </div>
  )
}

function OfflineWorks() {
  const t = useT()
  const { works, left } = useOfflineWorks()
  useEffect(() => void measureRoom(), [])
  return (
    <>
      <RoomLine />
      <div role="status">
        {left.map(({ title, why }) => (
          <p key={title} className="mt-1 text-sm text-mut">
            {t(why === 'room' ? 'device.leftForRoom' : 'device.leftByRights', { title })}
          </p>
        ))}
      </div>
      {works.length === 0 ? (
        <EmptyState title={t('device.empty')} icon={<IconDeviceMobileDown size={26} aria-hidden />}>
          <p>{t('device.emptyHelp')}</p>
          <Link to="/works" search={{ inLibrary: true }} className="btn">
            {t('device.choose')}
          </Link>
        </EmptyState>
      ) : (
        <ul className="mt-6 overflow-hidden rounded-card border border-line bg-surface">
          {works.map((work) => (
            <OfflineWorkRow key={work.workId} work={work} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Shows the available space, and whether the browser has granted persistent storage. */
function RoomLine() {
  const t = useT()
  const locale = useSettings((settings) => settings.locale)
  const room = useOfflineWorks((keeping) => keeping.room)
  if (!room) return null
  const { usedBytes, quotaBytes, isPersisted } = room
  const text = t('device.room', {
    used: formatBytes(locale, usedBytes),
    total: formatBytes(locale, quotaBytes),
  })
  return (
    <section className="flex flex-col gap-2">
      <p className="text-sm font-medium">{text}</p>
      <ProgressBar
        label={t('device.title')}
        share={quotaBytes > 0 ? usedBytes / quotaBytes : 0}
        text={text}
      />
      <div className="flex flex-wrap items-center gap-3 text-[13px] text-mut">
        <p className="min-w-48 flex-1">{t(isPersisted ? 'device.persisted' : 'device.notPersisted')}</p>
        {!isPersisted && (
          <button
            type="button"
            className="btn"
            onClick={() => void navigator.storage.persist().then(measureRoom)}
          >
            {t('device.askPersisted')}
          </button>
        )}
      </div>
    </section>
  )
}

function OfflineWorkRow({ work }: { readonly work: OfflineWork }) {
  const t = useT()
  const format = useFormat()
  const locale = useSettings((settings) => settings.locale)
  const trouble = useOfflineWorks(({ troubles }) => troubles[work.workId])
  const [isConfirming, setConfirming] = useState(false)
  const isHere = work.tracks.every(isCompletelyStored)
  const share = downloadedFraction(work)
  const facts = [
    t('work.trackCount', { count: work.tracks.length }),
    formatBytes(locale, storedBytes(work)),
    work.heardAt && t('device.heard', { date: format.date(new Date(work.heardAt).toISOString()) }),
  ]
  const remove = async () => {
    await removeWork(work)
    notify(t('device.removed', { title: work.title }), 'positive')
  }
  const state = trouble
    ? t(`device.trouble.${trouble}`)
    : t('device.loading', { percent: Math.floor(share * 100) })
  return (
    <li className="flex flex-wrap items-center gap-3 border-line px-4 py-2.5 not-last:border-b">
      <OfflineCover work={work} />
      <div className="min-w-48 flex-1">
        <Link
          to="/work/$workId"
          params={{ workId: work.workId }}
          className="font-medium hover:underline"
          lang={work.titleLanguage}
        >
          {work.title}
        </Link>
        <p className="text-[13px] text-mut">{facts.filter(Boolean).join(' · ')}</p>
        {!isHere && (
          <div className="mt-1 flex flex-col gap-1.5">
            <ProgressBar label={work.title} share={share} tone={trouble ? 'quiet' : 'accent'} text={state} />
            <p className="text-[13px] text-mut">{state}</p>
          </div>
        )}
      </div>
      {trouble && (
        <button type="button" className="btn" onClick={() => void retryWork(work.workId)}>
          {t('common.retry')}
        </button>
      )}
      <button
        type="button"
        className="btn"
        aria-label={`${t('device.remove')} ${work.title}`}
        onClick={() => setConfirming(true)}
      >
        {t('device.remove')}
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('device.removeTitle')}
            act={t('device.remove')}
            onAct={() => void remove()}
            onClose={() => setConfirming(false)}
          >
            {t('device.removeBody', { title: work.title })}
          </ConfirmDialog>
        )}
      </Suspense>
    </li>
  )
}

/** Browsers offer Cache Storage and service workers only in secure contexts. */
function InsecureContextNote() {
  const t = useT()
  const ways = ['device.httpsProxy', 'device.httpsTailnet', 'device.httpsLocal'] as const
  const offs = ['device.offKeep', 'device.offStart', 'device.offInstall', 'device.offCopy'] as const
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line bg-surface p-6 text-sm">
      <h2 className="flex items-center gap-2 text-[15px] font-semibold">
        <IconLockOpen size={18} className="shrink-0 text-acc" aria-hidden />
        {t('device.insecure')}
      </h2>
      <p className="text-mut">{t('device.insecureBody', { address: siteUrl() })}</p>
      <ul className="flex flex-col gap-1.5 pl-4 text-mut">
        {offs.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      <p className="font-medium">{t('device.httpsTitle')}</p>
      <ul className="flex flex-col gap-1.5 pl-4 text-mut">
        {ways.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </section>
  )
}
