import type { ReactNode } from 'react'
import { useT } from '../lib/i18n.ts'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly cell: (row: T) => ReactNode
  /** Numbers stand at the right. */
  readonly isNumber?: boolean
}

export interface TableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  /** With it, each row can be chosen. */
  readonly selection?: Selection
  /** Acts on one row, at its end. */
  readonly acts?: (row: T) => ReactNode
}

export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** What a row is called for who cannot see it. */
  readonly nameOf: (key: string) => string
}

/** Plain and dense; it scrolls sideways where the screen is narrow. */
export function Table<T>({ label, columns, rows, keyOf, selection, acts }: TableProps<T>) {
  const t = useT()
  const keys = rows.map(keyOf)
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard scrolls it sideways
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-[12.5px] text-mut">
          <tr>
            {selection && (
              <th scope="col" className="w-12 pl-4">
                <CheckBox
                  label={t('table.chooseAll')}
                  isChecked={keys.length > 0 && keys.every((key) => selection.chosen.has(key))}
                  onChange={(all) => selection.onChange(new Set(all ? keys : []))}
                />
              </th>
            )}
            {columns.map(({ key, title, isNumber }) => (
              <th key={key} scope="col" className={isNumber ? `${cell} text-right` : cell}>
                {title}
              </th>
            ))}
            {acts && (
              <th scope="col" className={`${cell} ${atHand}`}>
                <span className="sr-only">{t('table.acts')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={keyOf(row)} className="hover:bg-sunken/50">
              {selection && <SelectCell selection={selection} of={keyOf(row)} />}
              {columns.map((column) => (
                <td key={column.key} className={column.isNumber ? `${cell} text-right` : cell}>
                  {column.cell(row)}
                </td>
              ))}
              {acts && <td className={`${cell} ${atHand} text-right`}>{acts(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cell = 'px-4 py-2.5 font-normal whitespace-nowrap'
/** Acts stay in sight while the rest is scrolled. */
const atHand = 'sticky right-0 bg-surface'

function SelectCell({ selection, of }: { readonly selection: Selection; readonly of: string }) {
  const { chosen, onChange, nameOf } = selection
  const toggle = (isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(of)
    else next.delete(of)
    onChange(next)
  }
  return (
    <td className="w-12 pl-4">
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
