import type { WorkFiles as Given, WorkFile } from '@koedana/contract/works.ts'
import {
  IconChevronRight,
  IconDownload,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconPhoto,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { useSettings } from '../../../lib/settings.ts'
import { formatBytes } from '../../../lib/size-text.rules.ts'
import { type FileFolder, fileTree } from './file-tree.rules.ts'
import { useFileWords } from './file-words.ts'

const FileViewer = lazy(() => import('./file-viewer.tsx').then(({ FileViewer }) => ({ default: FileViewer })))

/** Lists the non-audio files of a work, collapsed, and a link to download everything. Load lazily: it has its own messages. */
export function WorkFiles({ files, archive }: Pick<Given, 'files' | 'archive'>) {
  useFileWords()
  const t = useT()
  const [shown, show] = useState<WorkFile>()
  return (
    <div className="flex flex-col gap-3">
      {files.length > 0 && (
        <details className="group/files overflow-hidden rounded-card border border-line">
          <summary className={`${rowClass} bg-surface`}>
            <IconChevronRight
              size={16}
              className="shrink-0 text-mut transition-transform group-open/files:rotate-90"
              aria-hidden
            />
            <span className="font-medium">{t('files.others', { count: files.length })}</span>
          </summary>
          <div className="bg-sunken py-1">
            <Folder folder={fileTree(files)} onShow={show} />
          </div>
        </details>
      )}
      {archive && archive.url !== null && <Download {...archive} url={archive.url} />}
      {shown && (
        <Suspense>
          <FileViewer file={shown} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

const rowClass =
  'flex min-h-12 w-full cursor-pointer list-none items-center gap-3 px-4 py-2.5 text-left text-sm hover:bg-sunken'

interface DownloadProps {
  readonly url: string
  readonly fileCount: number
  readonly sizeBytes: number
}

function Download({ url, fileCount, sizeBytes }: DownloadProps) {
  const t = useT()
  const size = useSize()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <a className="btn" href={url} download>
        <IconDownload size={17} aria-hidden />
        {t('files.download')}
      </a>
      <span className="text-[12.5px] text-mut">
        {t('files.whole', { count: fileCount, size: size(sizeBytes) })}
      </span>
    </p>
  )
}

function useSize() {
  const { locale } = useSettings()
  return (bytes: number) => formatBytes(locale, bytes)
}

interface FolderProps {
  readonly folder: FileFolder
  readonly onShow: (file: WorkFile) => void
}

function Folder({ folder: { folders, files }, onShow }: FolderProps) {
  return (
    <ul>
      {files.map((file) => (
        <li key={file.id}>
          <FileRow file={file} onShow={onShow} />
        </li>
      ))}
      {folders.map((folder) => (
        <li key={folder.name}>
          <p className="px-4 pt-2 pb-1 text-[13px] font-medium text-mut" lang={nameLanguage(folder.name)}>
            {folder.name}
          </p>
          <div className="ml-4 border-l border-line">
            <Folder folder={folder} onShow={onShow} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const icons = { picture: IconPhoto, pdf: IconFileTypePdf, text: IconFileText, other: IconFile } as const

interface FileRowProps {
  readonly file: WorkFile
  readonly onShow: (file: WorkFile) => void
}

/** Opens or downloads the file; users without access only see its name. */
function FileRow({ file, onShow }: FileRowProps) {
  const size = useSize()
  const { url, kind, name, sizeBytes } = file
  const Icon = icons[kind]
  const row = (
    <>
      <Icon size={17} className="shrink-0 text-mut" aria-hidden />
      <span className="min-w-0 flex-1 truncate" lang={nameLanguage(name)}>
        {name}
      </span>
      <span className="shrink-0 text-[12.5px] text-mut">{size(sizeBytes)}</span>
    </>
  )
  if (url === null) return <div className={`${rowClass} cursor-default! text-mut`}>{row}</div>
  if (kind === 'other') {
    return (
      <a className={rowClass} href={url} download>
        {row}
      </a>
    )
  }
  return (
    <button type="button" className={rowClass} onClick={() => onShow(file)}>
      {row}
    </button>
  )
}
