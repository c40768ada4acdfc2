import { defaultWorkSort, type WorkSort, workSorts } from '@koedana/contract/filters.ts'
import { IconGridDots, IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { changeSettings, densities, useSettings } from '../../lib/settings.ts'
import { SelectMenu } from '../../ui/select-menu.tsx'

export interface SortMenuProps {
  readonly sort: WorkSort | undefined
  /** Only a search has better and worse matches. */
  readonly isSearch: boolean
  readonly onChange: (sort: WorkSort) => void
}

export function SortMenu({ sort, isSearch, onChange }: SortMenuProps) {
  const t = useT()
  const offered = workSorts.filter((option) => isSearch || option !== 'relevance')
  const usual = isSearch ? 'relevance' : defaultWorkSort
  return (
    <SelectMenu
      label={t('works.sort')}
      value={sort && offered.includes(sort) ? sort : usual}
      options={offered.map((value) => ({ value, label: t(`sort.${value}`) }))}
      onChange={onChange}
    />
  )
}

const pictures = { comfortable: IconLayoutGrid, compact: IconGridDots, rows: IconList } as const

/** The platform's own list behind a picture of what is chosen: there is no room for words beside the order. */
export function DensityMenu() {
  const t = useT()
  const density = useSettings((settings) => settings.density)
  const Picture = pictures[density]
  return (
    <span className="btn relative w-9 shrink-0 px-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc pointer-coarse:w-11">
      <Picture size={17} aria-hidden />
      <select
        className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
        aria-label={t('settings.density')}
        title={t('settings.density')}
        value={density}
        onChange={(event) => {
          const chosen = densities.find((one) => one === event.target.value)
          if (chosen) changeSettings({ density: chosen })
        }}
      >
        {densities.map((one) => (
          <option key={one} value={one}>
            {t(`settings.${one}`)}
          </option>
        ))}
      </select>
    </span>
  )
}
