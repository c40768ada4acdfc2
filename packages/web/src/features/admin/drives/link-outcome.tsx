import { confirmDrive } from '@koedana/contract/drive-confirmation.ts'
import type { DriveProvider } from '@koedana/contract/drives.ts'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import type { LinkResult } from './complete-link.ts'
import { useDriveWords } from './drive-words.ts'
import { drivesKey } from './drives-query.ts'

export interface LinkOutcomeProps {
  readonly provider: DriveProvider
  readonly outcome: LinkResult
  /** Called with the result of a confirmation. */
  readonly onDecided?: ((outcome: LinkResult) => void) | undefined
}

/** Shows the result of a link, and requests a confirmation where the response may belong to another account. */
export function LinkOutcome({ provider, outcome: received, onDecided }: LinkOutcomeProps) {
  useDriveWords()
  const t = useT()
  const client = useQueryClient()
  const [decided, setDecided] = useState<{ readonly received: LinkResult; readonly outcome: LinkResult }>()
  const outcome = decided?.received === received ? decided.outcome : received
  if (outcome.is === 'confirm') {
    const { link, account } = outcome
    const decide = (next: LinkResult) => {
      setDecided({ received, outcome: next })
      onDecided?.(next)
    }
    const confirm = async () => {
      const confirmed = call(confirmDrive, { body: { provider, link } })
      decide(await confirmed.catch(() => ({ is: 'failed' as const })))
      await client.invalidateQueries({ queryKey: drivesKey })
    }
    return (
      <div role="status" className="flex flex-col gap-3 text-[13.5px]">
        <p className="text-pretty wrap-anywhere">
          {t('drives.confirm', { name: t(`drive.${provider}`), account })}
        </p>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn-primary pointer-coarse:h-11" onClick={() => void confirm()}>
            {t('drives.confirmLink')}
          </button>
          <button
            type="button"
            className="btn pointer-coarse:h-11"
            onClick={() => decide({ is: 'discarded' })}
          >
            {t('drives.discardLink')}
          </button>
        </div>
      </div>
    )
  }
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
          {outcome.is === 'notAllowed' && t('drives.notAllowed')}
          {outcome.is === 'empty' && t('drives.noResponse', { name })}
          {outcome.is === 'failed' && t('drives.failed')}
          {outcome.is === 'discarded' && t('drives.discarded')}
        </p>
        <p className="mt-1 text-pretty text-mut">{t(nextOf[outcome.is])}</p>
        {detail !== null && (
          <p className="mt-2 text-[12.5px] wrap-anywhere text-mut">{t('drives.said', { name, detail })}</p>
        )}
      </div>
    </div>
  )
}

/** What to do next. After `empty` and `failed` the account may be linked or not, so the list has to be looked at. */
const nextOf = {
  linked: 'drives.linkedNext',
  refused: 'drives.again',
  discarded: 'drives.again',
  signedOut: 'drives.signedOutNext',
  notAllowed: 'drives.notAllowedNext',
  empty: 'drives.lookAtList',
  failed: 'drives.lookAtList',
} as const
