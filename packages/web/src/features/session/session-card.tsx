import type { ReactNode } from 'react'
import { productName } from '../../ui/page.tsx'

export interface SessionCardProps {
  readonly title: string
  readonly help?: ReactNode
  readonly children: ReactNode
}

/** One narrow card in the middle: signing in, registering, the first run. */
export function SessionCard({ title, help, children }: SessionCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-[400px] flex-col gap-6 pt-2 md:pt-10">
      <header className="flex flex-col items-center gap-3 text-center">
        <img src="/icon.svg" alt={productName} width={44} height={44} />
        <h1 className="text-[22px] font-bold tracking-tight text-balance">{title}</h1>
        {help && <p className="text-[13.5px] text-mut text-pretty">{help}</p>}
      </header>
      <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
        {children}
      </div>
    </div>
  )
}
