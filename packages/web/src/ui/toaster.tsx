import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import { useEffect } from 'react'
import { useT } from '../lib/i18n.ts'
import { dismissNotice, type Notice, type NoticeKind, useNotices } from '../lib/notify.ts'
import { whileVisible } from '../lib/while-visible.ts'
import { useNoticePosition } from './bottom-space.ts'
import { noticesClass } from './standing-notice.tsx'

/**
 * Shows notices above all bars at the bottom of the window. The live region is always rendered, or screen readers would miss the first
 * notice.
 */
export function Toaster() {
  const notices = useNotices()
  const position = useNoticePosition()
  return (
    <div aria-live="polite" style={position} className={clsx(noticesClass, 'z-60 gap-2')}>
      {notices.slice(0, maxAtOnce).map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

/** More would cover a phone's screen, so the others wait. */
const maxAtOnce = 3

const icons = {
  info: <IconInfoCircle size={18} className="shrink-0 text-acc" aria-hidden />,
  positive: <IconCircleCheck size={18} className="shrink-0 text-pos" aria-hidden />,
  negative: <IconAlertCircle size={18} className="shrink-0 text-neg" aria-hidden />,
} as const

function Toast({ notice }: { readonly notice: Notice }) {
  const t = useT()
  const { id, kind, times, act } = notice
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated notice restarts its display time.
  useEffect(() => dismissAfterDisplay(kind, () => dismissNotice(id)), [id, kind, times])
  return (
    <div className="pointer-events-auto flex items-center gap-3 rounded-2xl border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-float transition-[opacity,translate] duration-150 starting:translate-y-2 starting:opacity-0">
      {icons[notice.kind]}
      <p className="min-w-0 flex-1 font-medium">{notice.text}</p>
      {act && (
        <button
          type="button"
          className="btn h-8 shrink-0 px-2 border-transparent bg-transparent text-acc pointer-coarse:h-11"
          onClick={() => {
            dismissNotice(id)
            act.run()
          }}
        >
          {act.label}
        </button>
      )}
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

const entranceMs = 150

/** Removes failures after 3 s and other notices after 5 s, not counting the entrance animation or the time while the tab is hidden. */
function dismissAfterDisplay(kind: NoticeKind, leave: () => void): () => void {
  const standMs = kind === 'negative' ? 3_000 : 5_000
  return whileVisible((signal) => {
    // Starts at the next frame, because a busy page may render it much later.
    requestAnimationFrame(() => {
      if (signal.aborted) return
      const timer = setTimeout(leave, entranceMs + standMs)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  })
}
