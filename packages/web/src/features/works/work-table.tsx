/** Works as a table with sortable columns. Load lazily: most lists are grids. */
import { defaultWorkSort } from '@koedana/contract/filters.ts'
import type { WorkCard as Card } from '@koedana/contract/works.ts'
import { IconArrowDown, IconArrowUp, IconColumns3, IconStarFilled } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { create } from 'zustand'
import { useListLayoutWords } from '../../domain/list-layout-words.ts'
import { type MessageKey, useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { CheckRow } from '../../ui/choices.tsx'
import { Cover } from './cover.tsx'
import type { WorksSearch } from './filter-url.rules.ts'
import { lineHeight } from './grid.rules.ts'
import { headStateOf } from './head-entity.ts'
import {
  columnWidths,
  directionOf,
  fittingColumns,
  orderAfterPress,
  readColumns,
  type TableColumn,
  tableColumns,
} from './table.rules.ts'
import { CardTools } from './work-card.tsx'

const PanelDialog = lazy(() =>
  import('../../ui/panel-dialog.tsx').then(({ PanelDialog }) => ({ default: PanelDialog })),
)

const storedAt = 'columns'

const useChosenColumns = create<readonly TableColumn[]>(() => {
  try {
    return readColumns(localStorage.getItem(storedAt))
  } catch {
    return readColumns(null)
  }
})

function chooseColumns(columns: readonly TableColumn[]): void {
  useChosenColumns.setState(columns, true)
  try {
    localStorage.setItem(storedAt, columns.join(' '))
  } catch {
    // Private windows of some browsers reject writes.
  }
}

const useColumns = (width: number) => fittingColumns(width, useChosenColumns())

const titles = {
  artists: 'filter.artists',
  genres: 'filter.genres',
  releaseDate: 'work.released',
  duration: 'work.duration',
  sales: 'work.sales',
  rating: 'work.rating',
  price: 'work.price',
} as const satisfies Readonly<Record<TableColumn, MessageKey>>

const isText = (column: TableColumn) => column === 'artists' || column === 'genres'

export interface TableHeadingsProps {
  readonly search: WorksSearch
  /** Pixels. */
  readonly width: number
}

export function TableHeadings({ search, width }: TableHeadingsProps) {
  useListLayoutWords()
  const t = useT()
  const columns = useColumns(width)
  const [isOpen, open] = useState(false)
  return (
    <div className="flex items-center gap-4 border-b border-line pb-1 text-[12.5px] font-medium text-mut">
      <span className="flex min-w-0 flex-1 items-center gap-2">
        {t('canvas.title')}
        <button
          type="button"
          className="btn-icon"
          aria-label={t('canvas.columns')}
          title={t('canvas.columns')}
          onClick={() => open(true)}
        >
          <IconColumns3 size={16} aria-hidden />
        </button>
      </span>
      {columns.map((column) => (
        <Heading key={column} column={column} search={search} />
      ))}
      <Suspense>{isOpen && <ColumnChoice onClose={() => open(false)} />}</Suspense>
    </div>
  )
}

function Heading({ column, search }: { readonly column: TableColumn; readonly search: WorksSearch }) {
  const t = useT()
  const state = useLocation({ select: (location) => location.state })
  const sort = search.sort ?? (search.q ? 'relevance' : defaultWorkSort)
  const direction = directionOf(column, sort)
  const next = orderAfterPress(column, sort)
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <span style={cellOf(column)}>
      {next ? (
        <Link
          to="/works"
          search={{ ...search, sort: next, seed: undefined }}
          state={headStateOf(search, state)}
          resetScroll={false}
          preload={false}
          title={t(`sort.${next}`)}
          className={`inline-flex min-h-9 items-center gap-1 hover:text-fg ${direction ? 'text-acc' : ''}`}
        >
          {direction && <Arrow size={14} role="img" aria-label={t(`sort.${sort}`)} />}
          {t(titles[column])}
        </Link>
      ) : (
        t(titles[column])
      )}
    </span>
  )
}

const cellOf = (column: TableColumn) =>
  ({
    width: columnWidths[column],
    flexShrink: 0,
    textAlign: isText(column) ? 'left' : 'right',
  }) as const

function ColumnChoice({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const chosen = useChosenColumns()
  return (
    <PanelDialog title={t('canvas.columns')} help={t('canvas.columnsHelp')} onClose={onClose}>
      <ul>
        {tableColumns.map((column) => (
          <li key={column}>
            <CheckRow
              label={t(titles[column])}
              checked={chosen.includes(column)}
              onChange={({ target }) =>
                chooseColumns(
                  tableColumns.filter((one) => (one === column ? target.checked : chosen.includes(one))),
                )
              }
            />
          </li>
        ))}
      </ul>
    </PanelDialog>
  )
}

export interface WorkLineProps {
  readonly work: Card
  /** The index in the list, used for selection. */
  readonly at: number
  readonly eager: boolean
  readonly width: number
  /** If false, the buttons and the details of the cover are not rendered yet. */
  readonly isWhole: boolean
}

/** A work as a row: its identification on the left, the columns on the right as far as there is room. */
export function WorkLine({ work, at, eager, width, isWhole }: WorkLineProps) {
  const t = useT()
  const format = useFormat()
  const columns = useColumns(width)
  const artists = columns.includes('artists') ? [] : work.artists
  const people = [work.maker, ...artists].flatMap((entity) => entity?.name ?? [])
  const values: Readonly<Record<TableColumn, ReactNode>> = {
    artists: <Names of={work.artists} comma={format.comma} />,
    genres: <Names of={work.genres} comma={format.comma} />,
    releaseDate: work.releaseDate && format.date(work.releaseDate),
    duration: work.duration !== null && format.duration(work.duration),
    sales: work.sales !== null && format.number(work.sales),
    rating: work.rating !== null && (
      <span className="inline-flex items-center gap-1">
        <IconStarFilled size={11} className="text-acc" aria-hidden />
        {format.rating(work.rating)}
      </span>
    ),
    price: work.price !== null && format.price(work.price),
  }
  return (
    <article
      ref={menuFor({ kind: 'works', work })}
      className="group relative flex items-center gap-4 border-b border-line"
      style={{ height: lineHeight }}
    >
      <div className="flex min-w-0 flex-1 items-center gap-3">
        <div className="w-18 shrink-0 *:rounded-lg">
          <Cover work={work} sizes="72px" eager={eager} isWhole={isWhole} bare />
        </div>
        {isWhole && (
          <Suspense>
            <CardTools work={work} at={at} isRow />
          </Suspense>
        )}
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-sm font-medium group-hover:text-acc" lang={work.titleLanguage}>
            <Link to="/work/$workId" params={{ workId: work.id }} className="stretched-link">
              {work.title}
            </Link>
          </h2>
          <p className="truncate text-[12.5px] text-mut">
            {work.ageCategory !== 'all' && (
              <span className="mr-2 text-[11px] font-semibold text-fg">{t(`age.${work.ageCategory}`)}</span>
            )}
            <span lang={nameLanguage(people.join(''))}>{people.join(' · ')}</span>
          </p>
        </div>
      </div>
      {columns.map((column) => (
        <span key={column} className="truncate text-[12.5px] text-mut" style={cellOf(column)}>
          {isText(column) ? '' : <span className="sr-only">{t(titles[column])}: </span>}
          {values[column]}
        </span>
      ))}
    </article>
  )
}

function Names({ of, comma }: { readonly of: readonly { readonly name: string }[]; readonly comma: string }) {
  const names = of.map(({ name }) => name).join(comma)
  return (
    <span title={names} lang={nameLanguage(names)}>
      {names}
    </span>
  )
}
