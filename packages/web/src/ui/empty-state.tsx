import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  /** What to do next. */
  readonly children?: ReactNode
  readonly icon?: ReactNode
  /** `h1` where it is the whole page. */
  readonly heading?: 'h1' | 'h2'
}

export function EmptyState({ title, children, icon, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-3 px-4 py-16 text-center">
      {icon && (
        <div className="mb-1 grid size-14 place-items-center rounded-full bg-soft text-acc">{icon}</div>
      )}
      <Heading className="text-lg font-semibold tracking-tight text-balance wrap-anywhere">{title}</Heading>
      {children && <div className="flex flex-col items-center gap-4 text-sm text-mut">{children}</div>}
    </div>
  )
}
