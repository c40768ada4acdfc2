import type { DriveProvider } from '@koedana/contract/drives.ts'
import { IconArrowUp, IconChevronRight, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { LabeledControl } from '../../../ui/choices.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { useDriveWords } from './drive-words.ts'
import { driveFoldersQuery, drivesQuery } from './drives-query.ts'

export interface DriveFieldsProps {
  /** The ID of the account; `''` if none is chosen. */
  readonly account: string
  readonly path: string
  readonly onAccount: (account: string, provider: DriveProvider) => void
  readonly onFolder: (folder: DriveFolder) => void
}

export function DriveFields({ account, path, onAccount, onFolder }: DriveFieldsProps) {
  useDriveWords()
  const t = useT()
  const { data, error, refetch } = useQuery(drivesQuery())
  const linked = data?.accounts.filter(({ state, id }) => state === 'linked' || id === account) ?? []
  const [first] = linked
  useEffect(() => {
    if (account === '' && first) onAccount(first.id, first.provider)
  }, [account, first, onAccount])
  if (!data) return error && <Fault error={error} onRetry={() => void refetch()} />
  if (linked.length === 0)
    return <p className="rounded-card bg-sunken p-4 text-[13px]">{t('drives.linkFirst')}</p>
  return (
    <>
      <LabeledControl label={t('drives.account')}>
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
      </LabeledControl>
      {account !== '' && (
        <LabeledControl
          label={t('drives.folder')}
          help={t('drives.chosen', { path: path || t('drives.top') })}
        >
          <div className="w-full">
            <DriveFolderPicker key={account} account={account} onPick={onFolder} />
          </div>
        </LabeledControl>
      )}
    </>
  )
}

interface DriveFolder {
  /** The provider's folder reference; `''` is the root. */
  readonly folder: string
  readonly path: string
}

interface DriveFolderPickerProps {
  readonly account: string
  readonly onPick: (folder: DriveFolder) => void
}

const rootFolder: DriveFolder = { folder: '', path: '' }

/** Browses the folders of a linked drive. The open folder is the chosen one. */
function DriveFolderPicker({ account, onPick }: DriveFolderPickerProps) {
  useDriveWords()
  const t = useT()
  const [way, setWay] = useState<readonly DriveFolder[]>([rootFolder])
  const here = way.at(-1) ?? rootFolder
  const { data, error, refetch } = useQuery(driveFoldersQuery(account, here.folder))
  const go = (next: readonly DriveFolder[]) => {
    setWay(next)
    onPick(next.at(-1) ?? rootFolder)
  }
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <div className="flex min-h-11 items-center gap-2 border-b border-line bg-sunken px-2 text-[13px]">
        {way.length > 1 && (
          <button
            type="button"
            className="btn-icon size-8 shrink-0 pointer-coarse:size-11"
            aria-label={t('storages.folderUp')}
            onClick={() => go(way.slice(0, -1))}
          >
            <IconArrowUp size={16} aria-hidden />
          </button>
        )}
        <p className="min-w-0 flex-1 px-1 wrap-anywhere">{here.path || t('drives.top')}</p>
        {data && data.audioFiles > 0 && (
          <span className="shrink-0 text-[12.5px] text-mut">
            {t('storages.sounds', { count: data.audioFiles })}
          </span>
        )}
      </div>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <ul className="max-h-56 divide-y divide-line overflow-y-auto">
          {data.folders.map(({ name, folder }) => (
            <li key={folder}>
              <button
                type="button"
                className="flex min-h-10 w-full items-center gap-2.5 px-3 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
                onClick={() => go([...way, { folder, path: here.path ? `${here.path}/${name}` : name }])}
              >
                <IconFolder size={17} className="shrink-0 text-acc" aria-hidden />
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                <IconChevronRight size={16} className="shrink-0 text-mut" aria-hidden />
              </button>
            </li>
          ))}
          {data.folders.length === 0 && (
            <li className="p-4 text-[13px] text-mut">{t('storages.noFolders')}</li>
          )}
          {data.isMore && <li className="p-4 text-[13px] text-mut">{t('drives.moreFolders')}</li>}
        </ul>
      )}
    </div>
  )
}

function Fault({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = useT()
  return (
    <div role="alert" className="flex flex-col items-start gap-3 p-4">
      <p className="text-[13px] text-pretty text-neg">{error.message}</p>
      <button type="button" className="btn pointer-coarse:h-11" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </div>
  )
}
