import type { ReactNode } from 'react'

export interface SectionHeadProps {
  readonly title: string
  readonly help?: string | undefined
  readonly children?: ReactNode
}

export function SectionHead({ title, help, children }: SectionHeadProps) {
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="mr-auto min-w-0">
        <h2 className="text-[17px] font-semibold tracking-tight">{title}</h2>
        {help && <p className="text-[13px] text-mut">{help}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}
