/** Short notices at the bottom of the screen; `ui/toaster.tsx` draws them. */
import { create } from 'zustand'

export type NoticeKind = 'info' | 'positive' | 'negative'

export interface Notice {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
}

export const useNotices = create<readonly Notice[]>(() => [])

/** Failures leave after 3 s, everything else after 5 s. A notice that already stands is not repeated, only kept. */
export function notify(text: string, kind: NoticeKind = 'info'): void {
  const standing = useNotices.getState().find((notice) => notice.text === text && notice.kind === kind)
  const notice = standing ?? { id: ++lastId, kind, text }
  if (!standing) useNotices.setState((notices) => [...notices, notice].slice(-maxNotices), true)
  restartTimer(notice)
}

export function dismissNotice(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  useNotices.setState((notices) => notices.filter((notice) => notice.id !== id), true)
}

/** More would cover a phone's screen. */
const maxNotices = 3
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

function restartTimer({ id, kind }: Notice): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), kind === 'negative' ? 3_000 : 5_000),
  )
}
