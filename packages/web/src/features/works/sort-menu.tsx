import { defaultWorkSort, WorkSort, workSorts } from '@koedana/contract/filters.ts'
import { IconChevronDown } from '@tabler/icons-react'
import * as v from 'valibot'
import { useT } from '../../lib/i18n.ts'

export interface SortMenuProps {
  readonly sort: WorkSort | undefined
  readonly onChange: (sort: WorkSort) => void
}

/** The platform's own list: it is free, and right on every device. */
export function SortMenu({ sort, onChange }: SortMenuProps) {
  const t = useT()
  return (
    <span className="relative">
      <select
        className="btn cursor-pointer appearance-none pr-10 text-left"
        aria-label={t('works.sort')}
        value={sort ?? defaultWorkSort}
        onChange={(event) => onChange(v.parse(WorkSort, event.target.value))}
      >
        {workSorts.map((option) => (
          <option key={option} value={option}>
            {t(`sort.${option}`)}
          </option>
        ))}
      </select>
      <IconChevronDown
        size={16}
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-mut"
        aria-hidden
      />
    </span>
  )
}
