import { Dialog } from '@base-ui/react/dialog'
import type { FormEventHandler, ReactNode } from 'react'
import { useT } from '../lib/i18n.ts'

export interface FormDialogProps {
  readonly title: string
  /** The label of the submit button, such as "Create user". */
  readonly act: string
  readonly isBusy: boolean
  /** For long texts. */
  readonly isWide?: boolean
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a short form. Load lazily, and render it only while it is open. */
export function FormDialog({ title, act, isBusy, isWide, onSubmit, onClose, children }: FormDialogProps) {
  const t = useT()
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup
          className={`fixed top-1/2 left-1/2 z-50 max-h-[92dvh] ${isWide ? 'w-[min(44rem,calc(100vw-2rem))]' : 'w-[min(28rem,calc(100vw-2rem))]'} -translate-1/2 overflow-y-auto rounded-3xl border border-line bg-surface p-6 shadow-float outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0`}
        >
          <Dialog.Title className="mb-4 text-lg font-semibold tracking-tight">{title}</Dialog.Title>
          <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
            {children}
            <div className="mt-2 flex flex-wrap justify-end gap-2">
              <Dialog.Close className="btn h-10 pointer-coarse:h-11">{t('common.cancel')}</Dialog.Close>
              <button type="submit" className="btn-primary pointer-coarse:h-11" disabled={isBusy}>
                {act}
              </button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
