import type { Storage } from '@koedana/contract/storages.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '../../../lib/i18n.ts'

/** Empty if the storage cannot be reached, which its health shows, or if it is off. */
export function StorageWatching({ storage }: { readonly storage: Storage }) {
  const t = useT()
  const { enabled, watching, rescanHours } = storage
  if (!enabled || watching === 'away') return null
  // The message has its own text for zero.
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
