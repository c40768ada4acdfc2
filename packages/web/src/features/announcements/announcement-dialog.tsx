import { Dialog } from '@base-ui/react/dialog'
import type { AnnouncementHead } from '@koedana/contract/announcements.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMoreWords, useT } from '../../lib/i18n.ts'
import { RichText } from '../../ui/rich-text.tsx'
import { announcementQuery, markRead, markShown } from './announcements-query.ts'

interface AnnouncementDialogProps {
  readonly head: AnnouncementHead
  readonly onClose: () => void
}

/** Shows an important announcement over the page. Load lazily. */
export function AnnouncementDialog({ head, onClose }: AnnouncementDialogProps) {
  useMoreWords()
  const t = useT()
  const client = useQueryClient()
  const { data } = useQuery(announcementQuery(head.id))
  const close = () => {
    markShown(head.id)
    onClose()
  }
  const confirm = () => {
    close()
    void markRead(head, client).catch(() => undefined)
  }
  if (!data) return null
  return (
    <Dialog.Root open onOpenChange={(next) => next || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex max-h-[86dvh] w-[min(34rem,calc(100vw-2rem))] -translate-1/2 flex-col rounded-3xl border border-line bg-surface p-6 shadow-float outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0">
          <p className="text-[13px] font-medium text-acc">{t('announcements.one')}</p>
          <Dialog.Title className="text-lg font-semibold tracking-tight wrap-anywhere">
            {data.title}
          </Dialog.Title>
          <div className="my-2 min-h-0 overflow-y-auto text-sm">
            <RichText html={data.html} />
          </div>
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Dialog.Close className="btn h-10 pointer-coarse:h-11">{t('announcements.later')}</Dialog.Close>
            <button type="button" className="btn-primary pointer-coarse:h-11" onClick={confirm}>
              {t('announcements.understood')}
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
