import { Dialog } from '@base-ui/react/dialog'
import type { Work } from '@koedana/contract/works.ts'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'

export interface EditorDialogProps {
  readonly work: Pick<Work, 'id' | 'title' | 'titleLanguage'>
  readonly onClose: () => void
  readonly children: ReactNode
  /** Controls beside the title. */
  readonly acts?: ReactNode
  /** Stays below while the fields scroll. */
  readonly footer?: ReactNode
}

/** The dialog is as tall as the screen lets it be, and takes all of a phone’s. */
export function EditorDialog({ work, onClose, children, acts, footer }: EditorDialogProps) {
  const t = useT()
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className={popupClass}>
          <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-2 sm:px-6">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-lg font-semibold tracking-tight">
                {t('menu.editMetadata')}
              </Dialog.Title>
              <Dialog.Description className="truncate text-[13px] text-mut">
                <span className="mr-2 tabular-nums">{work.id}</span>
                <span lang={work.titleLanguage || undefined}>{work.title}</span>
              </Dialog.Description>
            </div>
            <Dialog.Close className="btn-icon order-1 sm:order-2" aria-label={t('common.close')}>
              <IconX size={18} aria-hidden />
            </Dialog.Close>
            {acts && <div className="order-2 flex flex-wrap gap-2 max-sm:w-full sm:order-1">{acts}</div>}
          </header>
          {children}
          {footer && (
            <footer className="flex flex-wrap items-center gap-2 border-t border-line px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const popupClass = [
  'fixed z-50 flex flex-col bg-surface shadow-float outline-none',
  'transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0',
  'max-sm:inset-0',
  'sm:top-1/2 sm:left-1/2 sm:h-[min(92dvh,56rem)] sm:w-[min(56rem,calc(100vw-2rem))] sm:-translate-1/2',
  'sm:rounded-3xl sm:border sm:border-line',
].join(' ')
