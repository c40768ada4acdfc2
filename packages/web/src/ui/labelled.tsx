import type { ReactNode } from 'react'

export interface LabelledProps {
  readonly label: string
  readonly help?: string
  readonly children: ReactNode
}

/** A labelled choice; the control inside carries the same name for who cannot see it. */
export function Labelled({ label, help, children }: LabelledProps) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-[13px] font-medium" aria-hidden>
        {label}
      </p>
      {help && <p className="text-[12.5px] text-mut">{help}</p>}
      {children}
    </div>
  )
}
