import { type DriveAccount, unlinkDrive } from '@koedana/contract/drives.ts'
import { IconAlertTriangle, IconCloud, IconLink, IconStethoscope, IconUnlink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { useOnShown } from '../../../lib/use-on-shown.ts'
import { ConfirmDialog } from '../../../ui/confirm.tsx'
import { ErrorState } from '../../../ui/page.tsx'
import { useDriveWords } from './drive-words.ts'
import { drivesKey, drivesQuery } from './drives-query.ts'

const RcloneDialog = lazy(async () => ({ default: (await import('./rclone-dialog.tsx')).RcloneDialog }))
const DriveDoctor = lazy(async () => ({ default: (await import('./drive-diagnosis.tsx')).DriveDiagnosis }))
const LinkDialog = lazy(() => import('./link-dialog.tsx').then(({ LinkDialog }) => ({ default: LinkDialog })))

export interface LinkedDrivesProps {
  /** Called once the accounts have loaded or failed to load. */
  readonly onShown: () => void
}

export function LinkedDrives({ onShown }: LinkedDrivesProps) {
  useDriveWords()
  const t = useT()
  const { data, error, isPending, refetch } = useQuery(drivesQuery())
  useOnShown(!isPending, onShown)
  const [linking, setLinking] = useState<DriveAccount | 'new' | 'rclone'>()
  const accounts = data?.accounts ?? []
  return (
    <section aria-label={t('drives.title')} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <div className="mr-auto min-w-48 flex-1">
          <h2 className="text-[17px] font-semibold tracking-tight">{t('drives.title')}</h2>
          <p className="max-w-prose text-[13px] text-pretty text-mut">{t('drives.help')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn pointer-coarse:h-11" onClick={() => setLinking('rclone')}>
            {t('drives.rclone')}
          </button>
          <button
            type="button"
            className="btn pointer-coarse:h-11"
            disabled={!data}
            onClick={() => setLinking('new')}
          >
            <IconLink size={16} aria-hidden />
            {t('drives.link')}
          </button>
        </div>
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {accounts.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} onRelink={() => setLinking(account)} />
          ))}
        </ul>
      )}
      <Suspense>
        {linking === 'rclone' && <RcloneDialog onClose={() => setLinking(undefined)} />}
        {linking && linking !== 'rclone' && (
          <LinkDialog again={linking === 'new' ? undefined : linking} onClose={() => setLinking(undefined)} />
        )}
      </Suspense>
    </section>
  )
}

interface AccountRowProps {
  readonly account: DriveAccount
  readonly onRelink: () => void
}

function AccountRow({ account, onRelink }: AccountRowProps) {
  const t = useT()
  const format = useFormat()
  const { provider, name, state, stateSince } = account
  const isLinked = state === 'linked'
  const Icon = isLinked ? IconCloud : IconAlertTriangle
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Icon size={20} className={clsx('shrink-0', isLinked ? 'text-acc' : 'text-neg')} aria-hidden />
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium wrap-anywhere">
          {t(`drive.${provider}`)} · {name}
        </p>
        <p className={clsx('text-[12.5px]', isLinked ? 'text-mut' : 'text-neg')}>
          {t(`driveState.${state}`, { at: format.instant(stateSince) })}
        </p>
      </div>
      {!isLinked && (
        <button type="button" className="btn pointer-coarse:h-11" onClick={onRelink}>
          <IconLink size={16} aria-hidden />
          {t('drives.relink')}
        </button>
      )}
      {state !== 'unlinked' && <CheckButton account={account} />}
      {state !== 'unlinked' && <UnlinkButton account={account} />}
    </li>
  )
}

function CheckButton({ account }: Pick<AccountRowProps, 'account'>) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn-icon pointer-coarse:size-11"
        aria-label={t('drives.checkName', { name: account.name })}
        onClick={() => setOpen(true)}
      >
        <IconStethoscope size={18} aria-hidden />
      </button>
      <Suspense>{isOpen && <DriveDoctor account={account} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function UnlinkButton({ account: { id, provider, name } }: Pick<AccountRowProps, 'account'>) {
  const t = useT()
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const unlink = () =>
    call(unlinkDrive, { params: { id } })
      .catch(() => undefined)
      .finally(() => client.invalidateQueries({ queryKey: drivesKey }))
  return (
    <>
      <button
        type="button"
        className="btn-icon pointer-coarse:size-11"
        aria-label={t('drives.unlinkName', { name })}
        onClick={() => setConfirming(true)}
      >
        <IconUnlink size={18} aria-hidden />
      </button>
      <Suspense>
        {isConfirming && (
          <ConfirmDialog
            title={t('drives.unlinkTitle', { name })}
            act={t('drives.unlink')}
            onAct={() => void unlink()}
            onClose={() => setConfirming(false)}
          >
            {t('drives.unlinkHelp', { name: t(`drive.${provider}`) })}
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}
