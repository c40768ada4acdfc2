import type { Task } from '@koedana/contract/tasks.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { SectionHead } from '../section-head.tsx'
import { countAll, outcomeCounts } from './task.rules.ts'

/** How many items had each outcome, and all together. */
export function TaskSummary({ task }: { readonly task: Task }) {
  const t = useT()
  const format = useFormat()
  const counts = outcomeCounts(task)
  return (
    <section aria-label={t('tasks.summary')}>
      <SectionHead title={t('tasks.summary')} />
      {counts.length === 0 ? (
        <p className="text-sm text-mut">{t('tasks.summaryNone')}</p>
      ) : (
        <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
          {counts.map(({ outcome, count }) => (
            <Figure
              key={outcome}
              name={t(`taskOutcome.${outcome}`)}
              value={format.number(count)}
              isBad={outcome === 'failed'}
            />
          ))}
          <Figure name={t('tasks.inAll')} value={format.number(countAll(counts))} />
        </dl>
      )}
    </section>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly isBad?: boolean
}

function Figure({ name, value, isBad }: FigureProps) {
  return (
    <div className="min-w-28 flex-1 bg-surface px-4 py-3">
      <dt className="text-[12.5px] text-mut">{name}</dt>
      <dd className={isBad ? 'text-lg font-semibold text-neg' : 'text-lg font-semibold'}>{value}</dd>
    </div>
  )
}
