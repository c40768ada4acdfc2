import { useFormat } from '../../../lib/i18n.ts'

export interface BarChartProps {
  readonly title: string
  /** Seconds. */
  readonly values: readonly number[]
  readonly labels: readonly string[]
  /** 1 labels every bar, 3 every third bar. */
  readonly every?: number
}

/** A bar chart of durations, which screen readers read as a list. */
export function BarChart({ title, values, labels, every = 1 }: BarChartProps) {
  const format = useFormat()
  const maxValue = Math.max(...values, 1)
  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <h3 className="mb-3 text-sm font-semibold">{title}</h3>
      <ol className="flex h-32 items-end gap-[2px] sm:gap-1">
        {values.map((seconds, at) => {
          const words = `${labels[at] ?? ''}: ${seconds > 0 ? format.duration(seconds) : '–'}`
          return (
            <li key={labels[at]} className="flex h-full min-w-0 flex-1 flex-col justify-end" title={words}>
              <span className="sr-only">{words}</span>
              <span
                aria-hidden
                className={`block min-h-1 rounded-sm ${seconds > 0 ? 'bg-acc' : 'bg-sunken'}`}
                style={{ height: `${(seconds / maxValue) * 82}%` }}
              />
              <span
                aria-hidden
                className="mt-1 h-4 overflow-visible text-center text-[11px] whitespace-nowrap text-mut"
              >
                {at % every === 0 ? labels[at] : ''}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
