import { Dialog } from '@base-ui/react/dialog'
import type { WorkFile } from '@koedana/contract/works.ts'
import { IconDownload, IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../lib/i18n.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { Skeleton } from '../../../ui/page.tsx'

export interface FileViewerProps {
  readonly file: WorkFile
  readonly onClose: () => void
}

/** Shows an image, a document or a text over the page. The server's headers forbid active content. */
export function FileViewer({ file, onClose }: FileViewerProps) {
  const t = useT()
  const { name, url, kind } = file
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/60 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className={popupClass}>
          <header className="flex items-center gap-1 py-3 pr-3 pl-5">
            <Dialog.Title
              className="min-w-0 flex-1 truncate text-[15px] font-semibold tracking-tight"
              lang={nameLanguage(name)}
            >
              {name}
            </Dialog.Title>
            {url !== null && (
              <>
                <a
                  className="btn-icon"
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t('files.open')}
                >
                  <IconExternalLink size={18} aria-hidden />
                </a>
                <a className="btn-icon" href={url} download={name} aria-label={t('files.save')}>
                  <IconDownload size={18} aria-hidden />
                </a>
              </>
            )}
            <Dialog.Close className="btn-icon" aria-label={t('common.close')}>
              <IconX size={18} aria-hidden />
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-auto">
            {url !== null && kind === 'picture' && (
              <img src={url} alt={name} className="mx-auto h-full max-w-full object-contain" />
            )}
            {url !== null && kind === 'pdf' && (
              <iframe src={url} title={name} className="size-full border-0 bg-white" />
            )}
            {url !== null && kind === 'text' && <Text url={url} name={name} />}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Limit for displayed text: longer texts are slow to render. */
const maxBytes = 1024 * 1024

function Text({ url, name }: { readonly url: string; readonly name: string }) {
  const t = useT()
  const { data, error } = useQuery({
    queryKey: ['file-text', url],
    queryFn: ({ signal }) => readText(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error)
    return (
      <p role="alert" className="px-5 pb-5 text-sm text-mut">
        {t('files.failed')}
      </p>
    )
  if (!data) return <Skeleton className="mx-5 mb-5 h-40 rounded-card!" />
  return (
    <>
      {data.isCut && <p className="px-5 pb-2 text-[13px] text-mut">{t('files.shortened')}</p>}
      <pre
        className="px-5 pb-6 font-sans text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap"
        lang={nameLanguage(name)}
      >
        {data.text}
      </pre>
    </>
  )
}

/** Uses the charset in the server's response. */
async function readText(url: string, signal: AbortSignal): Promise<{ text: string; isCut: boolean }> {
  const response = await fetch(url, { signal, headers: { range: `bytes=0-${maxBytes - 1}` } })
  // A range request for an empty file returns 416.
  if (response.status === 416) return { text: '', isCut: false }
  if (!response.ok) throw new Error(response.statusText)
  const charset = /charset=([\w-]+)/.exec(response.headers.get('content-type') ?? '')?.[1]
  const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  const text = new TextDecoder(charset).decode(await response.arrayBuffer())
  return { text, isCut: Number(whole) > maxBytes }
}

const popupClass = [
  'fixed z-50 flex flex-col bg-surface shadow-float outline-none',
  'transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0',
  'max-sm:inset-0',
  'sm:top-1/2 sm:left-1/2 sm:h-[min(92dvh,60rem)] sm:w-[min(64rem,calc(100vw-2rem))] sm:-translate-1/2',
  'sm:overflow-hidden sm:rounded-3xl sm:border sm:border-line',
].join(' ')
