import type { DriveProvider } from '@koedana/contract/drives.ts'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useT } from '../../../lib/i18n.ts'
import { useDriveWords } from './drive-words.ts'
import type { Taken } from './take-response.ts'

export interface LinkOutcomeProps {
  readonly provider: DriveProvider
  readonly outcome: Taken
}

/** Says what became of a link, in plain words; those of the provider stand below as text. */
export function LinkOutcome({ provider, outcome }: LinkOutcomeProps) {
  useDriveWords()
  const t = useT()
  const name = t(`drive.${provider}`)
  const isLinked = outcome.is === 'linked'
  const Icon = isLinked ? IconCircleCheck : IconAlertCircle
  const detail = outcome.is === 'refused' ? outcome.detail : null
  return (
    <div role="status" className="flex gap-3">
      <Icon size={22} className={`shrink-0 ${isLinked ? 'text-pos' : 'text-neg'}`} aria-hidden />
      <div className="min-w-0 text-[13.5px]">
        <p className="font-medium wrap-anywhere">
          {outcome.is === 'linked' && t('drives.linked', { name, account: outcome.account.name })}
          {outcome.is === 'refused' && t(`driveRefusal.${outcome.reason}`, { name })}
          {outcome.is === 'signedOut' && t('drives.signedOut')}
          {outcome.is === 'empty' && t('drives.noResponse', { name })}
          {outcome.is === 'failed' && t('drives.failed')}
        </p>
        <p className="mt-1 text-pretty text-mut">{t(isLinked ? 'drives.linkedNext' : 'drives.again')}</p>
        {detail !== null && (
          <p className="mt-2 text-[12.5px] wrap-anywhere text-mut">{t('drives.said', { name, detail })}</p>
        )}
      </div>
    </div>
  )
}
