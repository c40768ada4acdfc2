/** How changes of a storage are found by themselves. */
import type { Storage } from '@koedana/contract/storages.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '../../../lib/i18n.ts'

/** What is away is said by its health; one that is off is not scanned. */
export function StorageWatching({ storage }: { readonly storage: Storage }) {
  const t = useT()
  const { enabled, watching, rescanHours } = storage
  if (!enabled || watching === 'away') return null
  // A message has its own words for none.
  const values = { hours: rescanHours ?? 0 }
  if (watching === 'tooMany') {
    return (
      <p className="flex items-start gap-1.5 text-pretty">
        <IconAlertTriangle size={16} className="mt-0.5 shrink-0 text-neg" aria-hidden />
        {t('storages.watchTooMany', values)}
      </p>
    )
  }
  const isFound = watching === 'on' || watching === 'starting'
  return (
    <p className="text-pretty text-mut">{t(isFound ? 'storages.watchOn' : 'storages.rescans', values)}</p>
  )
}
