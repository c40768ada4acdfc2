import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useT } from '../lib/i18n.ts'

export interface ConfirmDialogProps {
  readonly title: string
  /** States what is kept and what is deleted. */
  readonly children: ReactNode
  /** The label of the confirm button, such as "Stop task". */
  readonly act: string
  /** The label of the other button, if "Cancel" could be mistaken for the action. */
  readonly dismiss?: string
  /** Checkboxes with options of the action. */
  readonly choices?: ReactNode
  readonly onAct: () => void
  readonly onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone. Load lazily, and render it only while it is open. */
export function ConfirmDialog({
  title,
  children,
  act,
  dismiss,
  choices,
  onAct,
  onClose,
}: ConfirmDialogProps) {
  const t = useT()
  return (
    <AlertDialog.Root open onOpenChange={(next) => next || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 flex w-[min(26rem,calc(100vw-2rem))] -translate-1/2 flex-col gap-2 rounded-3xl border border-line bg-surface p-6 shadow-float outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-lg font-semibold tracking-tight">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-mut">{children}</AlertDialog.Description>
          {choices}
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close className="btn pointer-coarse:h-11">
              {dismiss ?? t('common.cancel')}
            </AlertDialog.Close>
            <button
              type="button"
              className="btn border-neg text-neg pointer-coarse:h-11"
              onClick={() => {
                onAct()
                onClose()
              }}
            >
              {act}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
