import type { Task } from '@koedana/contract/tasks.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { SectionHead } from '../section-head.tsx'
import { summaryOf, type ThingCounts } from './task.rules.ts'

/** What became of works, each counted once, and of all else. */
export function TaskSummary({ task }: { readonly task: Task }) {
  const t = useT()
  const things = summaryOf(task)
  return (
    <section aria-label={t('tasks.summary')}>
      <SectionHead title={t('tasks.summary')} />
      {things.length === 0 ? (
        <p className="text-sm text-mut">{t('tasks.summaryNone')}</p>
      ) : (
        <div className="divide-y divide-line rounded-card border border-line bg-surface">
          {things.map((one) => (
            <Things key={one.thing} {...one} />
          ))}
        </div>
      )}
    </section>
  )
}

function Things({ thing, counts }: ThingCounts) {
  const t = useT()
  const format = useFormat()
  const name = t(`taskThing.${thing}`)
  return (
    <section aria-label={name} className="flex flex-wrap items-baseline gap-x-8 gap-y-2 px-4 py-3">
      <h3 className="w-36 text-sm font-medium max-sm:w-full">{name}</h3>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {counts.map(({ outcome, count }) => (
          <div key={outcome} className="min-w-16">
            <dt className="text-[12.5px] text-mut">{t(`taskOutcome.${outcome}`)}</dt>
            <dd className={outcome === 'failed' ? 'text-lg font-semibold text-neg' : 'text-lg font-semibold'}>
              {format.number(count)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
