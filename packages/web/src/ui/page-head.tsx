import type { ReactNode } from 'react'

export interface PageHeadProps {
  /** The heading and what is said beside it. */
  readonly children: ReactNode
  readonly tools: ReactNode
}

/** A page's heading and the tools of its list. The tools have their own place, however much is said beside them. */
export function PageHead({ children, tools }: PageHeadProps) {
  return (
    <div className="grid gap-x-4 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">{children}</div>
      <div className="flex min-w-0 items-center justify-end gap-2 self-start">{tools}</div>
    </div>
  )
}
