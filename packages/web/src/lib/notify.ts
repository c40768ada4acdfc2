/** Short notices at the bottom of the screen; `ui/toaster.tsx` draws them, and lets them go once they stood their time. */
import { create } from 'zustand'

export type NoticeKind = 'info' | 'positive' | 'negative'

export interface Notice {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
  /** How often it was said while it stood: its time begins again each time. */
  readonly times: number
  readonly act?: NoticeAct | undefined
}

/** Something that can be done about it while it stands: it is undone, say. */
export interface NoticeAct {
  readonly label: string
  readonly run: () => void
}

export const useNotices = create<readonly Notice[]>(() => [])

/** A notice that already stands, or waits to, is not repeated, only kept. */
export function notify(text: string, kind: NoticeKind = 'info', act?: NoticeAct): void {
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
