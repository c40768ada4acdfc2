import type { FolderPage, PickedFolder } from '@koedana/contract/storages.ts'
import { IconArrowUp, IconChevronRight, IconFolder } from '@tabler/icons-react'
import { type Translate, useT } from '../lib/i18n.ts'
import { Skeleton } from './page.tsx'

export interface FolderBrowserProps {
  /** Undefined until loaded. */
  readonly page: FolderPage | undefined
  /** Whether another page is loading. */
  readonly isStale: boolean
  readonly error: string | undefined
  /** Null opens the start folder. */
  readonly onOpen: (path: string | null) => void
}

/** Browses the folders of the server's machine, with counts of their contents. The open folder is the chosen one. */
export function FolderBrowser({ page, isStale, error, onOpen }: FolderBrowserProps) {
  const t = useT()
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <div className="flex min-h-11 items-center gap-2 border-b border-line bg-sunken px-2 text-[13px]">
        {page && page.path !== null && (
          <button
            type="button"
            className="btn-icon size-8 shrink-0 pointer-coarse:size-11"
            aria-label={t('storages.folderUp')}
            onClick={() => onOpen(page.parent)}
          >
            <IconArrowUp size={16} aria-hidden />
          </button>
        )}
        <p className="min-w-0 flex-1 px-1 wrap-anywhere">{page?.path ?? t('storages.folderBegin')}</p>
      </div>
      {error !== undefined && <p className="p-4 text-[13px] text-neg">{error}</p>}
      {!page && error === undefined && <Skeleton className="h-40 w-full" />}
      {page && (
        <ul
          className="max-h-56 divide-y divide-line overflow-y-auto data-[stale=true]:opacity-60"
          data-stale={isStale}
        >
          {page.folders.map((folder) => (
            <FolderRow key={folder.path} folder={folder} onOpen={() => onOpen(folder.path)} />
          ))}
          {page.folders.length === 0 && (
            <li className="p-4 text-[13px] text-mut">
              {t(page.path === null ? 'storages.noRoots' : 'storages.noFolders')}
            </li>
          )}
          {page.hasMoreFolders && <li className="p-4 text-[13px] text-mut">{t('storages.moreFolders')}</li>}
        </ul>
      )}
    </div>
  )
}

function FolderRow({ folder, onOpen }: { readonly folder: PickedFolder; readonly onOpen: () => void }) {
  const t = useT()
  const found = countsOf(t, folder)
  return (
    <li>
      <button
        type="button"
        className="flex min-h-10 w-full items-center gap-2.5 px-3 py-1 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
        onClick={onOpen}
      >
        <IconFolder size={17} className="shrink-0 text-acc" aria-hidden />
        <span className="min-w-0 flex-1 wrap-anywhere">{folder.name}</span>
        {found !== undefined && <span className="shrink-0 text-[12.5px] text-mut">{found}</span>}
        <IconChevronRight size={16} className="shrink-0 text-mut" aria-hidden />
      </button>
    </li>
  )
}

/** Returns whether the folder was counted completely and contains nothing to import. */
export const isKnownEmpty = ({ works, audioFiles, isMore }: FolderCounts): boolean =>
  works === 0 && audioFiles === 0 && !isMore

type FolderCounts = Pick<FolderPage, 'audioFiles' | 'works' | 'packed' | 'isMore'>

/** Returns a text such as `6 works, 39 sounds`; undefined if the folder was not counted or has neither. */
export function countsOf(t: Translate, { works, audioFiles, isMore }: FolderCounts): string | undefined {
  if (!works && !audioFiles) return undefined
  const counts = { works: works ?? 0, sounds: audioFiles ?? 0 }
  return t(isMore ? 'storages.foundMore' : 'storages.found', counts)
}
