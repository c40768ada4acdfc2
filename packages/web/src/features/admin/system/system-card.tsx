import type { ReactNode } from 'react'
import { isSpaceLow } from './fractions.rules.ts'

export interface SystemCardProps {
  readonly title: string
  readonly children: ReactNode
}

export function SystemCard({ title, children }: SystemCardProps) {
  return (
    <section
      aria-label={title}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5"
    >
      <h2 className="text-[15px] font-semibold">{title}</h2>
      {children}
    </section>
  )
}

export interface UsageBarProps {
  readonly name: string
  readonly share: number
  readonly text: string
}

/** Shows the used share of something; red if little is left. */
export function UsageBar({ name, share, text }: UsageBarProps) {
  return (
    <div className="flex flex-col gap-1.5 text-[13px]">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="text-mut">{name}</span>
        <span className={isSpaceLow(share) ? 'font-medium text-neg' : 'font-medium'}>{text}</span>
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={isSpaceLow(share) ? 'h-full origin-left bg-neg' : 'h-full origin-left bg-acc'}
          style={{ scale: `${share} 1` }}
        />
      </div>
    </div>
  )
}

export interface FactsProps {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[]
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className="flex flex-col gap-1.5 text-[13px]">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-3">
          <dt className="text-mut">{name}</dt>
          <dd className="min-w-0 text-right font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
