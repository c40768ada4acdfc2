import { defaultWorkSort, type WorkSort, workSorts } from '@koedana/contract/filters.ts'
import { useT } from '../../lib/i18n.ts'
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
