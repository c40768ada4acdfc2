import type { WorkCard as Card } from '@koedana/contract/works.ts'
import type { ReactNode } from 'react'
import { WorkCard } from './work-card.tsx'

export interface WorkRowProps {
  readonly works: readonly Card[]
  /** The name of the row for screen readers; the row scrolls sideways. */
  readonly label: string
  /** Whether the row is near the top of the page, so that its first covers load at once. */
  readonly eager?: boolean
  readonly noteOf?: (work: Card) => ReactNode
}

export function WorkRow({ works, label, eager = false, noteOf }: WorkRowProps) {
  return (
    <ul aria-label={label} className={workRowClass}>
      {works.map((work, index) => (
        <li key={work.id} className="min-w-0 snap-start">
          <WorkCard work={work} eager={eager && index < firstScreen} />
          {noteOf?.(work)}
        </li>
      ))}
    </ul>
  )
}

export const workRowClass =
  '-mx-4 grid snap-x auto-cols-[44%] grid-flow-col gap-4 overflow-x-auto scroll-px-4 px-4 pt-1 pb-2 [scrollbar-width:thin] sm:auto-cols-[210px] md:-mx-8 md:scroll-px-8 md:gap-5 md:px-8'

const firstScreen = 6
