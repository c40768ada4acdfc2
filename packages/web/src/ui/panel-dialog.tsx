import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { useT } from '../lib/i18n.ts'
import { initialFocusOf } from './initial-focus.ts'

export interface PanelDialogProps {
  readonly title: string
  readonly help: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with choices that apply at once. Load lazily, and render it only while it is open. */
export function PanelDialog({ title, help, onClose, children }: PanelDialogProps) {
  const t = useT()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          initialFocus={initialFocusOf(popup)}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[92dvh] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 flex-col gap-4 rounded-3xl border border-line bg-surface p-6 shadow-float outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0"
        >
          <div>
            <Dialog.Title className="text-lg font-semibold tracking-tight">{title}</Dialog.Title>
            <Dialog.Description className="mt-0.5 line-clamp-2 text-[13px] text-mut">
              {help}
            </Dialog.Description>
          </div>
          {children}
          <div className="flex justify-end">
            <Dialog.Close className="btn h-10 pointer-coarse:h-11">{t('common.close')}</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
