/** What this device and the account have stored. Import it lazily: its words are loaded with it. */
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOfflineWords } from '../domain/offline-words.ts'
import { useUser } from '../domain/session.ts'
import { clearCache } from '../domain/site-caches.ts'
import { SettingRow } from '../features/settings/setting-row.tsx'
import { canStoreOffline } from '../features/works/offline/offline-store.ts'
import { measureRoom, useOfflineWorks } from '../features/works/offline/offline-works.ts'
import { useT } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { storedBytes } from '../lib/offline-work.rules.ts'
import { useSettings } from '../lib/settings.ts'
import { formatBytes } from '../lib/size-text.rules.ts'

export function DataSection() {
  useOfflineWords()
  const t = useT()
  const user = useUser()
  return (
    <section id="data" aria-label={t('settings.data')} className="scroll-mt-16">
      <SettingRow title={t('device.title')} help={`${t('device.intro')} ${useDownloads()}`.trim()}>
        <Link to="/device" className="btn pointer-coarse:h-11">
          {t('device.open')}
        </Link>
      </SettingRow>
      {canStoreOffline() && <CacheRow />}
      {user && (
        <SettingRow title={t('settings.ownData')} help={t('settings.ownDataHelp')}>
          <Link to="/account" hash="own-data" className="btn pointer-coarse:h-11">
            {t('settings.ownDataOpen')}
          </Link>
        </SettingRow>
      )}
    </section>
  )
}

/** Returns how many works are downloaded, and the space that they take. */
function useDownloads(): string {
  const t = useT()
  const locale = useSettings((settings) => settings.locale)
  const works = useOfflineWorks((keeping) => keeping.works)
  if (works.length === 0) return ''
  const bytes = works.reduce((sum, work) => sum + storedBytes(work), 0)
  return t('settings.downloads', { count: works.length, size: formatBytes(locale, bytes) })
}

function CacheRow() {
  const t = useT()
  const locale = useSettings((settings) => settings.locale)
  const room = useOfflineWorks((keeping) => keeping.room)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => void measureRoom(), [])
  const clear = async () => {
    setBusy(true)
    try {
      await clearCache()
      await measureRoom()
      notify(t('settings.cacheCleared'), 'positive')
    } catch {
      notify(t('settings.cacheFailed'), 'negative')
    } finally {
      setBusy(false)
    }
  }
  const used =
    room &&
    t('device.room', {
      used: formatBytes(locale, room.usedBytes),
      total: formatBytes(locale, room.quotaBytes),
    })
  return (
    <SettingRow title={t('settings.cache')} help={[t('settings.cacheHelp'), used].filter(Boolean).join(' ')}>
      <button
        type="button"
        className="btn pointer-coarse:h-11"
        disabled={isBusy}
        onClick={() => void clear()}
      >
        {t('settings.clearCache')}
      </button>
    </SettingRow>
  )
}
