import { completeDrive, type DriveProvider } from '@koedana/contract/drives.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { answerPasted } from './drive-answer.rules.ts'
import { drivesKey } from './drives-query.ts'
import { LinkOutcome } from './link-outcome.tsx'
import type { Taken } from './take-answer.ts'

export interface PasteAnswerProps {
  readonly provider: DriveProvider
  /** The page of the provider. */
  readonly url: string
}

/** For a server that the provider sends nobody back to: the address is copied from the other tab. */
export function PasteAnswer({ provider, url }: PasteAnswerProps) {
  const t = useT()
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [outcome, setOutcome] = useState<Taken>()
  const name = t(`drive.${provider}`)
  const answer = answerPasted(provider, address)
  const finish = async () => {
    if (!answer) return
    setOutcome(await call(completeDrive, { body: answer }).catch(() => ({ is: 'failed' as const })))
    setAddress('')
    await client.invalidateQueries({ queryKey: drivesKey })
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      <a href={url} target="_blank" rel="noreferrer" className="btn self-start pointer-coarse:h-11">
        <IconExternalLink size={16} aria-hidden />
        {t('drives.openTab', { name })}
      </a>
      <Field
        label={t('drives.pasteAddress')}
        help={t('drives.pasteAddressHelp')}
        spellCheck={false}
        value={address}
        error={address !== '' && !answer ? t('drives.notAnAnswer') : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      <button
        type="button"
        className="btn self-start pointer-coarse:h-11"
        disabled={!answer}
        onClick={() => void finish()}
      >
        {t('drives.finish')}
      </button>
      {outcome && <LinkOutcome provider={provider} outcome={outcome} />}
    </div>
  )
}
