/** Short notices at the bottom of the screen; `ui/toaster.tsx` shows them and removes them after a while. */
import { create } from 'zustand'

export type NoticeKind = 'info' | 'positive' | 'negative'

export interface Notice {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
  /** How often it was raised while shown; each time restarts its display time. */
  readonly times: number
  readonly act?: NoticeAction | undefined
}

/** An action offered while the notice is shown, such as undo. */
export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

export const useNotices = create<readonly Notice[]>(() => [])

/** Shows a notice. If the same notice is shown or queued, its display time is extended instead. */
export function notify(text: string, kind: NoticeKind = 'info', act?: NoticeAction): void {
  const isSame = (notice: Notice) => notice.text === text && notice.kind === kind
  useNotices.setState((notices) => {
    if (!notices.some(isSame)) return [...notices, { id: ++lastId, kind, text, times: 1, act }]
    return notices.map((notice) => (isSame(notice) ? { ...notice, times: notice.times + 1, act } : notice))
  }, true)
}

export function dismissNotice(id: number): void {
  useNotices.setState((notices) => notices.filter((notice) => notice.id !== id), true)
}

let lastId = 0
