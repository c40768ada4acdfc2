import { listFolders, type PickedFolder } from '@koedana/contract/storages.ts'
import { IconArrowUp, IconChevronRight, IconFolder } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { Skeleton } from '../../../ui/page.tsx'

export interface FolderPickerProps {
  readonly onPick: (path: string) => void
}

/** Folders of the machine the server runs on, with how many sounds lie in each. The one that is open is the one chosen. */
export function FolderPicker({ onPick }: FolderPickerProps) {
  const t = useT()
  const [path, setPath] = useState<string>()
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['admin', 'folders', path],
    queryFn: ({ signal }) => call(listFolders, { query: { path } }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const go = (next: string | null) => {
    setPath(next ?? undefined)
    if (next !== null) onPick(next)
  }
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <div className="flex min-h-11 items-center gap-2 border-b border-line bg-sunken px-2 text-[13px]">
        {path !== undefined && (
          <button
            type="button"
            className="btn-icon size-8 shrink-0 pointer-coarse:size-11"
            aria-label={t('storages.folderUp')}
            onClick={() => go(data?.parent ?? null)}
          >
            <IconArrowUp size={16} aria-hidden />
          </button>
        )}
        <p className="min-w-0 px-1 wrap-anywhere">{data?.path ?? t('storages.folderBegin')}</p>
      </div>
      {error && <p className="p-4 text-[13px] text-neg">{error.message}</p>}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <ul
          className="max-h-56 divide-y divide-line overflow-y-auto data-[stale=true]:opacity-60"
          data-stale={isPlaceholderData}
        >
          {data.folders.map((folder) => (
            <FolderRow key={folder.path} folder={folder} onOpen={() => go(folder.path)} />
          ))}
          {data.folders.length === 0 && (
            <li className="p-4 text-[13px] text-mut">
              {t(data.path === null ? 'storages.noRoots' : 'storages.noFolders')}
            </li>
          )}
          {data.hasMoreFolders && <li className="p-4 text-[13px] text-mut">{t('storages.moreFolders')}</li>}
        </ul>
      )}
    </div>
  )
}

function FolderRow({ folder, onOpen }: { readonly folder: PickedFolder; readonly onOpen: () => void }) {
  const t = useT()
  const { name, audioFiles, isMore } = folder
  return (
    <li>
      <button
        type="button"
        className="flex min-h-10 w-full items-center gap-2.5 px-3 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
        onClick={onOpen}
      >
        <IconFolder size={17} className="shrink-0 text-acc" aria-hidden />
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
        {audioFiles !== null && audioFiles > 0 && (
          <span className="shrink-0 text-[12.5px] text-mut">
            {t(isMore ? 'storages.soundsMore' : 'storages.sounds', { count: audioFiles })}
          </span>
        )}
        <IconChevronRight size={16} className="shrink-0 text-mut" aria-hidden />
      </button>
    </li>
  )
}
