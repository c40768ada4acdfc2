import { IconArrowUp, IconChevronRight, IconFolder } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Skeleton } from '../../../ui/page.tsx'
import { useDriveWords } from './drive-words.ts'
import { driveFoldersQuery } from './drives-query.ts'

export interface DrivePlace {
  /** The provider's reference; `''` is the top. */
  readonly folder: string
  readonly path: string
}

export interface DriveFolderPickerProps {
  readonly account: string
  readonly onPick: (place: DrivePlace) => void
}

const top: DrivePlace = { folder: '', path: '' }

/** Folders of a linked drive. The one that is open is the one chosen. */
export function DriveFolderPicker({ account, onPick }: DriveFolderPickerProps) {
  useDriveWords()
  const t = useT()
  const [way, setWay] = useState<readonly DrivePlace[]>([top])
  const here = way.at(-1) ?? top
  const { data, error } = useQuery(driveFoldersQuery(account, here.folder))
  const go = (next: readonly DrivePlace[]) => {
    setWay(next)
    onPick(next.at(-1) ?? top)
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
      {error && <p className="p-4 text-[13px] text-neg">{error.message}</p>}
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
