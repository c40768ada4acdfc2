import { IconPlus, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { DebouncedField } from '../../ui/debounced-field.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'

export interface TableHeadProps<S extends string> {
  readonly title: string
  readonly total: string
  readonly q: string
  readonly onSearch: (q: string) => void
  readonly sort: S
  readonly sorts: readonly { readonly value: S; readonly label: string }[]
  readonly onSort: (sort: S) => void
  readonly create: string
  readonly onCreate: () => void
  readonly children?: ReactNode
}

/** The head of every table: title, search, order and the button that creates an item. */
export function TableHead<S extends string>(props: TableHeadProps<S>) {
  const { title, total, q, onSearch, sort, sorts, onSort, create, onCreate, children } = props
  const t = useT()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <div className="mr-auto">
        <h1 className="text-[22px] font-bold tracking-tight">{title}</h1>
        <p className="text-[13px] text-mut" aria-live="polite">
          {total}
        </p>
      </div>
      {children}
      <div className="relative min-w-56 flex-1 sm:max-w-56">
        <IconSearch size={16} className="absolute top-1/2 left-3 -translate-y-1/2 text-mut" aria-hidden />
        <DebouncedField
          label={t('table.search')}
          className="pl-9 pointer-coarse:h-11"
          value={q}
          onChange={onSearch}
        />
      </div>
      <SelectMenu label={t('works.sort')} value={sort} options={sorts} onChange={onSort} />
      <button type="button" className="btn-primary pointer-coarse:h-11" onClick={onCreate}>
        <IconPlus size={17} aria-hidden />
        {create}
      </button>
    </div>
  )
}
