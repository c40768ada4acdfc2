import { Link } from '@tanstack/react-router'
import { useOfflineWords } from '../../domain/offline-words.ts'
import { useT } from '../../lib/i18n.ts'
import { SettingRow } from './setting-row.tsx'

/** Links to the offline works of this device. Load lazily: it has its own messages. */
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
