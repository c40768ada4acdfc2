import type { RankedEntity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { IconCheck, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useDeferredValue, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { menuFor } from '../../../lib/menu-subject.ts'
import { entityLanguage } from '../../../lib/name-language.rules.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import {
  type ChangeFilter,
  excludedFields,
  excluding,
  including,
  matchFields,
  releasing,
} from './change-filter.ts'
import { facetsQuery } from './facets-query.ts'

export interface EntityPickerProps {
  readonly kind: EntityKind
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

/** A box to type in, and the names that match with how many works they have; each can be wanted or unwanted. */
export function EntityPicker({ kind, search, onChange }: EntityPickerProps) {
  const t = useT()
  const [isOpen, open] = useState(kind === 'genres' || chosen(search, kind) > 0)
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { data, isPlaceholderData } = useQuery({ ...facetsQuery(search, [kind], q), enabled: isOpen })
  const found = data?.[kind]
  return (
    <details
      className="border-b border-line py-1"
      open={isOpen}
      onToggle={(event) => open(event.currentTarget.open)}
    >
      <summary className="flex list-none min-h-11 items-center justify-between gap-2 rounded-lg text-[13px] font-semibold">
        {t(`filter.${kind}`)}
        <span className="flex items-center gap-2 text-mut">
          {chosen(search, kind) > 0 && (
            <span className="rounded-full bg-soft px-2 py-0.5 text-[11px] text-acc">
              {chosen(search, kind)}
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
          {found?.items.map((entity) => (
            <Suggestion key={entity.id} entity={entity} kind={kind} search={search} onChange={onChange} />
          ))}
        </ul>
        {found?.items.length === 0 && <p className="text-[13px] text-mut">{t('filter.nothing')}</p>}
      </div>
    </details>
  )
}

const chosen = (search: WorksSearch, kind: EntityKind) =>
  (search[kind]?.length ?? 0) + (search[excludedFields[kind]]?.length ?? 0)

/** Only where it makes a difference: of two or more that a work can have together. */
function MatchChoice({ kind, search, onChange }: EntityPickerProps) {
  const t = useT()
  if (kind === 'makers' || kind === 'series' || (search[kind]?.length ?? 0) < 2) return null
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

function Suggestion({
  entity,
  kind,
  search,
  onChange,
}: EntityPickerProps & { readonly entity: RankedEntity }) {
  const t = useT()
  const format = useFormat()
  const { id, name } = entity
  const isIncluded = search[kind]?.includes(id) ?? false
  const isExcluded = search[excludedFields[kind]]?.includes(id) ?? false
  const toggle = (isOn: boolean, turnOn: typeof including) =>
    onChange(isOn ? releasing(search, kind, id) : turnOn(search, kind, id))
  return (
    <li ref={menuFor({ kind, entity })} className="flex items-center gap-1 rounded-xl pl-2 hover:bg-sunken">
      <span className="min-w-0 flex-1 truncate text-[13.5px]" lang={entityLanguage(kind, name)}>
        {name}
      </span>
      <span className="text-xs text-mut">{format.compact(entity.workCount)}</span>
      <button
        type="button"
        className={clsx('btn-icon', isIncluded && 'bg-soft text-acc')}
        aria-label={t('filter.includeName', { name })}
        aria-pressed={isIncluded}
        onClick={() => toggle(isIncluded, including)}
      >
        {isIncluded ? <IconCheck size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
      </button>
      <button
        type="button"
        className={clsx('btn-icon', isExcluded && 'bg-neg/15 text-neg')}
        aria-label={t('filter.excludeName', { name })}
        aria-pressed={isExcluded}
        onClick={() => toggle(isExcluded, excluding)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </li>
  )
}
