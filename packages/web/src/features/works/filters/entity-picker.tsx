import type { EntityKind } from '@koedana/contract/values.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { memo, useDeferredValue, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { entityLanguage } from '../../../lib/name-language.rules.ts'
import { SegmentedControl } from '../../../ui/choices.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import {
  type ChangeFilter,
  excludedFields,
  type FilterPatch,
  matchFields,
  withExcluded,
  withIncluded,
  withoutEntity,
} from './change-filter.ts'
import { ChoiceRow } from './choice-row.tsx'
import { entityQuery } from './entities-query.ts'
import { facetsQuery, namesPerKind } from './range-section.tsx'
import { computeStableRows, type NameRow } from './stable-rows.rules.ts'

export interface EntityPickerProps {
  readonly kind: EntityKind
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

/** A search field with matching names and their work counts; each can be included or excluded. */
export const EntityPicker = memo(function EntityPicker({ kind, search, onChange }: EntityPickerProps) {
  const t = useT()
  const [isOpen, open] = useState(kind === 'genres' || chosenOf(search, kind).length > 0)
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { data, isPlaceholderData } = useQuery({ ...facetsQuery(search, [kind], q), enabled: isOpen })
  const found = isPlaceholderData ? undefined : data?.[kind]?.items
  const { rows, press } = useSteadyRows({ found, text: q, chosen: chosenOf(search, kind) })
  const change = (id: string, patch: FilterPatch) => {
    press(id)
    onChange(patch)
  }
  return (
    <details
      className="border-b border-line py-1"
      open={isOpen}
      onToggle={(event) => open(event.currentTarget.open)}
    >
      <summary className="flex list-none min-h-11 items-center justify-between gap-2 rounded-lg text-[13px] font-semibold">
        {t(`filter.${kind}`)}
        <span className="flex items-center gap-2 text-mut">
          {chosenOf(search, kind).length > 0 && (
            <span className="rounded-full bg-soft px-2 py-0.5 text-[11px] text-acc">
              {chosenOf(search, kind).length}
            </span>
          )}
          <IconChevronDown
            size={16}
            className={clsx('transition-transform', isOpen && 'rotate-180')}
            aria-hidden
          />
        </span>
      </summary>
      <div className="flex flex-col gap-2 pb-3">
        <input
          type="search"
          className="input"
          aria-label={t('filter.find', { kind: t(`filter.${kind}`) })}
          placeholder={t('filter.find', { kind: t(`filter.${kind}`) })}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <MatchChoice kind={kind} search={search} onChange={onChange} />
        <ul className={clsx('-mx-2 transition-opacity', isPlaceholderData && 'opacity-60')}>
          {rows.map((row) => (
            <EntityRow key={row.id} row={row} kind={kind} search={search} onChange={change} />
          ))}
        </ul>
        {found?.length === 0 && <p className="text-[13px] text-mut">{t('filter.nothing')}</p>}
      </div>
    </details>
  )
})

const chosenOf = (search: WorksSearch, kind: EntityKind): readonly string[] => [
  ...(search[kind] ?? []),
  ...(search[excludedFields[kind]] ?? []),
]

/** Selects whether all or any of the chosen values must match. Also shown when it has no effect yet, to avoid a layout shift. */
function MatchChoice({ kind, search, onChange }: EntityPickerProps) {
  const t = useT()
  if (kind === 'makers' || kind === 'series') return null
  const fallback = kind === 'illustrators' ? 'any' : 'all'
  return (
    <SegmentedControl
      label={t('filter.match')}
      value={search[matchFields[kind]] ?? fallback}
      options={[
        { value: 'all', label: t('filter.all') },
        { value: 'any', label: t('filter.any') },
      ]}
      onChange={(match) => onChange({ [matchFields[kind]]: match === fallback ? undefined : match })}
    />
  )
}

interface EntityRowProps {
  readonly kind: EntityKind
  readonly row: NameRow
  readonly search: WorksSearch
  readonly onChange: (id: string, patch: FilterPatch) => void
}

function EntityRow({ kind, row: { id, name: known, workCount }, search, onChange }: EntityRowProps) {
  const { data } = useQuery({ ...entityQuery(kind, id), enabled: known === undefined })
  const name = known ?? data?.name ?? id
  const isIncluded = search[kind]?.includes(id) ?? false
  const isExcluded = search[excludedFields[kind]]?.includes(id) ?? false
  const toggle = (isOn: boolean, turnOn: typeof withIncluded) =>
    onChange(id, isOn ? withoutEntity(search, kind, id) : turnOn(search, kind, id))
  return (
    <ChoiceRow
      name={name}
      lang={entityLanguage(kind, name)}
      count={workCount}
      isIncluded={isIncluded}
      onInclude={() => toggle(isIncluded, withIncluded)}
      isExcluded={isExcluded}
      onExclude={() => toggle(isExcluded, withExcluded)}
      menu={{ kind, entity: { id, name } }}
    />
  )
}

interface SteadyRowsProps {
  /** Undefined while loading. */
  readonly found: readonly NameRow[] | undefined
  /** The name query: another query starts a new list. */
  readonly text: string
  readonly chosen: readonly string[]
}

export interface SteadyRows {
  readonly rows: readonly NameRow[]
  /** Keeps the position of the row from now on, even if it is no longer chosen. */
  readonly press: (id: string) => void
}

/** Returns rows that do not change while a response is loading. */
function useSteadyRows({ found, text, chosen }: SteadyRowsProps): SteadyRows {
  const [list, setList] = useState<List>(emptyList)
  if (found && found !== list.found) {
    const { rows: before, pressed } = list.text === text ? list : emptyList
    const rows = computeStableRows({ before, found, held: [...chosen, ...pressed], top: namesPerKind })
    setList({ found, text, rows, pressed })
  }
  const press = (id: string) => setList((now) => ({ ...now, pressed: [...now.pressed, id] }))
  return { rows: list.rows, press }
}

interface List {
  readonly found: readonly NameRow[] | undefined
  readonly text: string
  readonly rows: readonly NameRow[]
  readonly pressed: readonly string[]
}

const emptyList: List = { found: undefined, text: '', rows: [], pressed: [] }
