import { IconX } from '@tabler/icons-react'
import clsx from 'clsx'
import { type ReactNode, useRef } from 'react'
import { useReservedSpaceBelow, useStandingPosition } from './bottom-space.ts'

/** A stack of notices that stay until they are closed. */
export function StandingNotices({ children }: { readonly children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null)
  const position = useStandingPosition()
  useReservedSpaceBelow(stack, 'standing', 0)
  return (
    <div ref={stack} style={position} className={clsx(noticesClass, 'z-30')}>
      {children}
    </div>
  )
}

/** A centered column, as wide as a phone. */
export const noticesClass =
  'pointer-events-none fixed inset-x-0 mx-auto flex w-[min(26rem,calc(100vw-2rem))] flex-col'

export interface StandingNoticeProps {
  readonly children: ReactNode
  readonly close: string
  readonly onClose: () => void
}

export function StandingNotice({ children, close, onClose }: StandingNoticeProps) {
  return (
    <div className="pointer-events-auto mt-2 flex items-center gap-2 rounded-2xl border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-float">
      {children}
      <button type="button" className="btn-icon" aria-label={close} onClick={onClose}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
