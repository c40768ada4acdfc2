import type { ReactNode } from 'react'
import { useT } from '../lib/i18n.ts'
import { Skeleton } from './page.tsx'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean
}

export interface TableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  /** If set, rows can be selected. */
  readonly selection?: Selection
  readonly acts?: (row: T) => ReactNode
}

export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** Returns the name of a row for screen readers. */
  readonly nameOf: (key: string) => string
}

/** A plain, dense table. On phones, the first column of a row is shown above the others. */
export function Table<T>({ label, columns, rows, keyOf, selection, acts }: TableProps<T>) {
  const t = useT()
  const keys = rows.map(keyOf)
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a wide table sideways
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full text-left text-sm max-sm:block">
        <thead
          className={`border-b border-line text-[12.5px] text-mut max-sm:block ${selection ? '' : 'max-sm:sr-only'}`}
        >
          <tr className="max-sm:flex max-sm:h-11 max-sm:items-center">
            {selection && (
              <th scope="col" className="w-12 pl-4 whitespace-nowrap">
                <CheckBox
                  label={t('table.chooseAll')}
                  isChecked={keys.length > 0 && keys.every((key) => selection.chosen.has(key))}
                  onChange={(all) => selection.onChange(withPage(selection.chosen, keys, all))}
                />
                <span
                  className={`ml-2 whitespace-nowrap ${labelledOnPhone}`}
                  data-title={t('table.chooseAll')}
                  aria-hidden
                />
              </th>
            )}
            {columns.map(({ key, title, isNumber }) => (
              <th key={key} scope="col" className={`${headCell} ${isNumber ? 'text-right' : ''}`}>
                {title}
              </th>
            ))}
            {acts && (
              <th scope="col" className={`${headCell} ${stickyRightClass}`}>
                <span className="sr-only">{t('table.acts')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={`group max-sm:relative max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:px-4 max-sm:py-2 sm:hover:bg-sunken ${selection ? 'max-sm:pl-12' : ''} ${acts ? 'max-sm:pr-24' : ''}`}
            >
              {selection && <SelectCell selection={selection} of={keyOf(row)} />}
              {columns.map((column, at) => (
                <td
                  key={column.key}
                  data-title={column.title}
                  className={`${cell} ${column.isNumber ? 'sm:text-right' : ''} ${at === 0 ? firstOnPhone : labelledOnPhone}`}
                >
                  {column.cell(row)}
                </td>
              ))}
              {acts && (
                <td
                  className={`${cell} text-right max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:p-0 sm:sticky sm:right-0 sm:bg-surface sm:group-hover:bg-sunken`}
                >
                  {acts(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Selected rows of other pages stay selected. */
function withPage(
  chosen: ReadonlySet<string>,
  keys: readonly string[],
  isChosen: boolean,
): ReadonlySet<string> {
  const others = [...chosen].filter((key) => !keys.includes(key))
  return new Set(isChosen ? [...others, ...keys] : others)
}

/** Placeholder rows, as tall as those of most tables. */
export const TableSkeleton = () => (
  <div className="divide-y divide-line rounded-card border border-line bg-surface" aria-hidden>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className="flex gap-6 px-4 py-4">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-20 max-sm:hidden" />
      </div>
    ))}
  </div>
)

const cell = 'px-4 py-2.5 font-normal sm:whitespace-nowrap'
const headCell = `${cell} max-sm:sr-only`
const firstOnPhone = 'max-sm:basis-full max-sm:p-0 max-sm:break-all max-sm:font-semibold'
const labelledOnPhone =
  'max-sm:p-0 max-sm:text-[13px] max-sm:before:mr-1 max-sm:before:text-mut max-sm:before:content-[attr(data-title)]'
/** Actions stay visible while the table is scrolled sideways. */
const stickyRightClass = 'sticky right-0 bg-surface'

function SelectCell({ selection, of }: { readonly selection: Selection; readonly of: string }) {
  const { chosen, onChange, nameOf } = selection
  const toggle = (isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(of)
    else next.delete(of)
    onChange(next)
  }
  return (
    <td className="w-12 pl-4 max-sm:absolute max-sm:top-2 max-sm:left-0">
      <CheckBox label={nameOf(of)} isChecked={chosen.has(of)} onChange={toggle} />
    </td>
  )
}

interface CheckBoxProps {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

function CheckBox({ label, isChecked, onChange }: CheckBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      className="size-4.5 accent-acc align-middle pointer-coarse:size-6"
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
