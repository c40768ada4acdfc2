import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { copyText } from '../lib/copy-text.ts'

export interface CopyBoxProps {
  readonly label: string
  readonly text: string
  /** The label of the button, and of the notice after a press. */
  readonly copy: string
  readonly copied: string
  readonly children: ReactNode
}

/** A text to be copied to another program. */
export function CopyBox({ label, text, copy, copied, children }: CopyBoxProps) {
  const shown = useRef<HTMLElement>(null)
  return (
    <div className="rounded-card bg-soft p-5 text-sm">
      <p className="text-[12.5px] text-mut">{label}</p>
      <div className="mt-1 flex items-center gap-2">
        <code ref={shown} className="min-w-0 flex-1 font-mono text-[15px] wrap-anywhere select-all">
          {text}
        </code>
        <button
          type="button"
          className="btn-icon size-11! shrink-0"
          aria-label={copy}
          title={copy}
          onClick={() => void copyText(text, copied, shown.current)}
        >
          <IconCopy size={18} aria-hidden />
        </button>
      </div>
      <p className="mt-1 text-[12.5px] text-mut text-pretty">{children}</p>
    </div>
  )
}
