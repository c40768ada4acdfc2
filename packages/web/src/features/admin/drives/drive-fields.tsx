import type { DriveProvider } from '@koedana/contract/drives.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Labelled } from '../../../ui/choices.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { DriveFolderPicker, type DrivePlace } from './drive-folder-picker.tsx'
import { useDriveWords } from './drive-words.ts'
import { drivesQuery } from './drives-query.ts'

export interface DriveFieldsProps {
  /** The id of the account; `''` before one was chosen. */
  readonly account: string
  /** The path of the folder that is chosen. */
  readonly path: string
  readonly onAccount: (account: string, provider: DriveProvider) => void
  readonly onFolder: (place: DrivePlace) => void
}

/** Which account, and which folder of it. */
export function DriveFields({ account, path, onAccount, onFolder }: DriveFieldsProps) {
  useDriveWords()
  const t = useT()
  const { data } = useQuery(drivesQuery())
  const linked = data?.accounts.filter(({ state, id }) => state === 'linked' || id === account) ?? []
  const [first] = linked
  useEffect(() => {
    if (account === '' && first) onAccount(first.id, first.provider)
  }, [account, first, onAccount])
  if (!data) return null
  if (linked.length === 0)
    return <p className="rounded-card bg-sunken p-4 text-[13px]">{t('drives.linkFirst')}</p>
  return (
    <>
      <Labelled label={t('drives.account')}>
        <SelectMenu
          label={t('drives.account')}
          value={account}
          options={linked.map(({ id, provider, name }) => ({
            value: id,
            label: `${t(`drive.${provider}`)} · ${name}`,
          }))}
          onChange={(id) => {
            const chosen = linked.find((one) => one.id === id)
            if (chosen) onAccount(id, chosen.provider)
          }}
        />
      </Labelled>
      {account !== '' && (
        <Labelled label={t('drives.folder')} help={t('drives.chosen', { path: path || t('drives.top') })}>
          <div className="w-full">
            <DriveFolderPicker key={account} account={account} onPick={onFolder} />
          </div>
        </Labelled>
      )}
    </>
  )
}
