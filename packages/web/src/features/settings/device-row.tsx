import { Link } from '@tanstack/react-router'
import { useOfflineWords } from '../../domain/offline-words.ts'
import { useT } from '../../lib/i18n.ts'
import { SettingRow } from './setting-row.tsx'

/** Leads to what is kept on this device. Import it lazily: its words are loaded with it. */
export function DeviceRow() {
  useOfflineWords()
  const t = useT()
  return (
    <SettingRow title={t('device.title')} help={t('device.intro')}>
      <Link to="/device" className="btn">
        {t('device.open')}
      </Link>
    </SettingRow>
  )
}
