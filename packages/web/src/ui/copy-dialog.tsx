import { Dialog } from '@base-ui/react/dialog'
import { useId, useRef } from 'react'
import { useManualCopy } from '../lib/copy-text.ts'
import { useT } from '../lib/i18n.ts'

/** Shows a selected text to be copied by hand, if the clipboard API is not available. Load lazily. */
export function CopyDialog({ text }: { readonly text: string }) {
  const t = useT()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const close = () => useManualCopy.setState({ text: undefined })
  return (
    <Dialog.Root open onOpenChange={(next) => next || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          initialFocus={() => {
            field.current?.select()
            return field.current
          }}
          className="fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-1/2 rounded-3xl border border-line bg-surface p-6 shadow-float outline-none"
        >
          <Dialog.Title id={id} className="mb-4 font-medium">
            {t('copy.help')}
          </Dialog.Title>
          <textarea
            ref={field}
            className="input h-auto py-2"
            aria-labelledby={id}
            readOnly
            rows={Math.min(8, text.split('\n').length + 1)}
            value={text}
            onFocus={({ target }) => target.select()}
          />
          <div className="mt-4 flex justify-end">
            <Dialog.Close className="btn h-10 pointer-coarse:h-11">{t('common.close')}</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
