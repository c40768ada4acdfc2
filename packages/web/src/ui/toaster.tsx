import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useT } from '../lib/i18n.ts'
import { dismissNotice, type Notice, useNotices } from '../lib/notify.ts'

/** Above the mini player and the tabs. The live region always stands, or readers would miss the first notice. */
export function Toaster() {
  const notices = useNotices()
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--tabs)+var(--player)+16px)] z-60 mx-auto flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2"
    >
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

const icons = {
  info: <IconInfoCircle size={18} className="shrink-0 text-acc" aria-hidden />,
  positive: <IconCircleCheck size={18} className="shrink-0 text-pos" aria-hidden />,
  negative: <IconAlertCircle size={18} className="shrink-0 text-neg" aria-hidden />,
} as const

function Toast({ notice }: { readonly notice: Notice }) {
  const t = useT()
  return (
    <div className="pointer-events-auto flex items-center gap-3 rounded-2xl border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-float transition-[opacity,translate] duration-150 starting:translate-y-2 starting:opacity-0">
      {icons[notice.kind]}
      <p className="min-w-0 flex-1 font-medium">{notice.text}</p>
      <button
        type="button"
        className="btn-icon"
        aria-label={t('common.close')}
        onClick={() => dismissNotice(notice.id)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
