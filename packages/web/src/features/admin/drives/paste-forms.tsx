import { completeDrive, type DriveProvider, pasteDriveToken } from '@koedana/contract/drives.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import type { LinkResult } from './complete-link.ts'
import { drivesKey } from './drives-query.ts'
import { LinkOutcome } from './link-outcome.tsx'
import { parsePastedUrl } from './oauth-response.rules.ts'

export interface PasteTokenProps {
  readonly provider: DriveProvider
  /** Saves the client ID and secret to which the token belongs. */
  readonly onSave: () => Promise<void>
}

/** A form for users who have a refresh token already. */
export function PasteToken({ provider, onSave }: PasteTokenProps) {
  const t = useT()
  const client = useQueryClient()
  const [token, setToken] = useState('')
  const [outcome, setOutcome] = useState<LinkResult>()
  const link = async () => {
    const body = { provider, refreshToken: token.trim() }
    const linked = onSave().then(() => call(pasteDriveToken, { body }))
    setOutcome(await linked.catch(() => ({ is: 'failed' as const })))
    setToken('')
    await client.invalidateQueries({ queryKey: drivesKey })
  }
  return (
    <details className="rounded-card border border-line px-4 py-3">
      <summary className="cursor-pointer text-sm font-medium">{t('drives.haveToken')}</summary>
      <div className="mt-3 flex flex-col gap-3">
        <Field
          label={t('drives.refreshToken')}
          help={t('drives.refreshTokenHelp')}
          type="password"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <button
          type="button"
          className="btn self-start pointer-coarse:h-11"
          disabled={token.trim() === ''}
          onClick={() => void link()}
        >
          {t('drives.linkByToken')}
        </button>
        {outcome && <LinkOutcome provider={provider} outcome={outcome} />}
      </div>
    </details>
  )
}

interface PasteResponseProps {
  readonly provider: DriveProvider
  readonly url: string
}

/** A form for servers that the provider cannot redirect to: the user copies the URL from the other tab. */
export function PasteResponse({ provider, url }: PasteResponseProps) {
  const t = useT()
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [outcome, setOutcome] = useState<LinkResult>()
  const name = t(`drive.${provider}`)
  const response = parsePastedUrl(provider, address)
  const finish = async () => {
    if (!response) return
    setOutcome(await call(completeDrive, { body: response }).catch(() => ({ is: 'failed' as const })))
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
        error={address !== '' && !response ? t('drives.notAnAnswer') : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      <button
        type="button"
        className="btn self-start pointer-coarse:h-11"
        disabled={!response}
        onClick={() => void finish()}
      >
        {t('drives.finish')}
      </button>
      {outcome && <LinkOutcome provider={provider} outcome={outcome} />}
    </div>
  )
}
