import { type FilterLimit, rangedFields } from '@koedana/contract/field-lists.ts'
import { personalFilters } from '@koedana/contract/filters.ts'
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { type NumberKind, workFields } from '@koedana/contract/work-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useUser } from '../../../domain/session.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import type { MenuSubject } from '../../../lib/menu-subject.ts'
import { entityLanguage } from '../../../lib/name-language.rules.ts'
import { RemovableChip } from '../../../ui/chip.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import {
  type ChangeFilter,
  excludedFields,
  type FilterPatch,
  withoutEntity,
  withoutItem,
} from './change-filter.ts'
import { entityQuery } from './entities-query.ts'
import { useLanguageName, useLyricsLanguageName } from './language-names.ts'

const AlsoSpoken = lazy(() =>
  import('../spoken/also-spoken.tsx').then(({ AlsoSpoken }) => ({ default: AlsoSpoken })),
)
const PersonalChips = lazy(() =>
  import('../marks/personal-filters.tsx').then(({ PersonalChips }) => ({ default: PersonalChips })),
)
const SaveView = lazy(() => import('../views/save-view.tsx').then(({ SaveView }) => ({ default: SaveView })))
const KeepFilter = lazy(() =>
  import('./save-default-filter.tsx').then(({ SaveDefaultFilter }) => ({ default: SaveDefaultFilter })),
)

export interface ActiveFiltersProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
  readonly onClear: () => void
}

/** The active filters, each with a button to remove it; empty if there are none. */
export function ActiveFilters({ search, onChange, onClear }: ActiveFiltersProps) {
  const t = useT()
  const plain = usePlainFilters(search)
  const entities = entityKinds.flatMap((kind) => [
    ...(search[kind] ?? []).map((id) => ({ kind, id, isExcluded: false })),
    ...(search[excludedFields[kind]] ?? []).map((id) => ({ kind, id, isExcluded: true })),
  ])
  const isMember = useUser() !== undefined
  const isPersonal = personalFilters.some((name) => search[name] !== undefined)
  if (plain.length + entities.length === 0 && !isPersonal) return null
  return (
    <ul aria-label={t('filter.active')} className="flex flex-wrap items-center gap-2">
      {entities.map(({ kind, id, isExcluded }) => (
        <li key={`${kind} ${id}`} className="max-w-full">
          <EntityFilter
            kind={kind}
            id={id}
            isExcluded={isExcluded}
            onRemove={() => onChange(withoutEntity(search, kind, id))}
          />
        </li>
      ))}
      {plain.map(({ label, patch, menu }) => (
        <li key={label} className="max-w-full">
          <RemovableChip
            removeLabel={t('filter.removeName', { name: label })}
            onRemove={() => onChange(patch)}
            menu={menu}
          >
            {label}
          </RemovableChip>
        </li>
      ))}
      <Suspense>{isPersonal && <PersonalChips search={search} onChange={onChange} />}</Suspense>
      <li>
        <button
          type="button"
          className="btn h-8 border-transparent bg-transparent text-acc"
          onClick={onClear}
        >
          {t('filter.clear')}
        </button>
      </li>
      <li className="empty:hidden">
        <Suspense>
          <KeepFilter search={search} />
        </Suspense>
      </li>
      <li className="max-w-full empty:hidden">
        <Suspense fallback={isMember && <Skeleton className="h-8 w-28 rounded-full!" />}>
          <SaveView search={search} />
        </Suspense>
      </li>
      {search.q && (
        <li className="empty:hidden">
          <Suspense>
            <AlsoSpoken q={search.q} />
          </Suspense>
        </li>
      )}
    </ul>
  )
}

interface EntityFilterProps {
  readonly kind: EntityKind
  readonly id: string
  readonly isExcluded: boolean
  readonly onRemove: () => void
}

function EntityFilter({ kind, id, isExcluded, onRemove }: EntityFilterProps) {
  const t = useT()
  const { data } = useQuery(entityQuery(kind, id))
  const name = data?.name ?? id
  const label = isExcluded ? t('filter.without', { name }) : name
  return (
    <RemovableChip
      removeLabel={t('filter.removeName', { name: label })}
      onRemove={onRemove}
      menu={{ kind, entity: { id, name } }}
    >
      <span lang={entityLanguage(kind, name)}>{label}</span>
    </RemovableChip>
  )
}

/** Returns all active filters except the entities, with the labels of the filter panel. */
function usePlainFilters(search: WorksSearch) {
  const t = useT()
  const format = useFormat()
  const nameOf = useLanguageName()
  const nameOfLyrics = useLyricsLanguageName()
  const found: { label: string; patch: FilterPatch; menu?: MenuSubject }[] = []
  const add = (field: keyof WorksSearch, label: string) =>
    found.push({ label, patch: { [field]: undefined } })
  if (search.q) add('q', `“${search.q}”`)
  for (const age of search.ageCategories ?? []) {
    found.push({ label: t(`age.${age}`), patch: { ageCategories: withoutItem(search.ageCategories, age) } })
  }
  for (const age of search.excludedAgeCategories ?? []) {
    const patch = { excludedAgeCategories: withoutItem(search.excludedAgeCategories, age) }
    found.push({ label: t('filter.without', { name: t(`age.${age}`) }), patch })
  }
  for (const language of search.languages ?? []) {
    const patch = { languages: withoutItem(search.languages, language) }
    found.push({ label: nameOf(language), patch })
  }
  for (const language of search.lyricsLanguages ?? []) {
    const patch = { lyricsLanguages: withoutItem(search.lyricsLanguages, language) }
    found.push({ label: `${t('filter.hasLyrics')} · ${nameOfLyrics(language)}`, patch })
  }
  for (const id of search.excludedWorks ?? []) {
    const patch = { excludedWorks: withoutItem(search.excludedWorks, id) }
    const menu = { kind: 'titles', work: { id, title: id } } as const
    found.push({ label: t('filter.without', { name: id }), patch, menu })
  }
  if (search.inLibrary !== undefined)
    add('inLibrary', t(search.inLibrary ? 'filter.inLibrary' : 'filter.notInLibrary'))
  if (search.hasLyrics !== undefined)
    add('hasLyrics', t(search.hasLyrics ? 'filter.hasLyrics' : 'filter.noLyrics'))
  const boundWords: Readonly<
    Record<NumberKind, (bound: FilterLimit, sign: string, value: number) => string>
  > = {
    yen: (_, sign, value) => `${sign} ${format.price(value)}`,
    count: (bound, _, value) => `${t(`filter.${bound}`)} ${format.number(value)}`,
    rating: (_, sign, value) => `★ ${sign} ${format.rating(value)}`,
    seconds: (_, sign, value) => `${sign} ${format.duration(value)}`,
  }
  for (const { bound, sign, kind } of bounds) {
    const value = search[bound]
    if (value !== undefined) add(bound, boundWords[kind](bound, sign, value))
  }
  if (search.releaseYear !== undefined) add('releaseYear', `${t('filter.releaseYear')} ${search.releaseYear}`)
  if (search.releaseDateStart) add('releaseDateStart', `≥ ${format.date(search.releaseDateStart)}`)
  if (search.releaseDateEnd) add('releaseDateEnd', `≤ ${format.date(search.releaseDateEnd)}`)
  if (search.editions === 'all') add('editions', t('filter.allEditions'))
  return found
}

const bounds = rangedFields.flatMap((name) => {
  const entry = workFields[name]
  const min = { bound: entry.min, sign: '≥', kind: entry.kind }
  return 'max' in entry ? [min, { bound: entry.max, sign: '≤', kind: entry.kind }] : [min]
})
