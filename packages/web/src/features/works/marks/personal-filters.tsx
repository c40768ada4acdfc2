/** Filters by the user's own data: a section of the panel, and its active filters. Load lazily. */
import { playedPeriods } from '@koedana/contract/filters.ts'
import { progressStates } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { RemovableChip, ToggleChip } from '../../../ui/chip.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import { type ChangeFilter, type FilterPatch, withItem, withoutItem } from '../filters/change-filter.ts'
import { FilterSection } from '../filters/filter-section.tsx'
import { useMarkWords } from './mark-words.ts'
import { Stars } from './stars.tsx'
import { tagsQuery } from './tag-query.ts'

export interface PersonalFiltersProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

export const PersonalFilters = memo(function PersonalFilters({ search, onChange }: PersonalFiltersProps) {
  useMarkWords()
  const t = useT()
  const { favorite, progress = [], minOwnRating, heard, heardWithin } = search
  return (
    <FilterSection title={t('filter.mine')}>
      <div className="flex flex-wrap gap-1.5">
        <ToggleChip
          pressed={favorite === true}
          onToggle={() => onChange({ favorite: favorite ? undefined : true })}
        >
          {t('filter.favorite')}
        </ToggleChip>
        {progressStates.map((state) => {
          const isChosen = progress.includes(state)
          const change = isChosen ? withoutItem : withItem
          return (
            <ToggleChip
              key={state}
              pressed={isChosen}
              onToggle={() => onChange({ progress: change(search.progress, state) })}
            >
              {t(`marks.${state}`)}
            </ToggleChip>
          )
        })}
        <ToggleChip
          pressed={heard === false}
          onToggle={() => onChange({ heard: heard === false ? undefined : false })}
        >
          {t('filter.neverHeard')}
        </ToggleChip>
      </div>
      <p className="mt-3 mb-1.5 text-[13px] text-mut">{t('filter.heardWithin')}</p>
      <div className="flex flex-wrap gap-1.5">
        {playedPeriods.map((within) => (
          <ToggleChip
            key={within}
            pressed={heardWithin === within}
            onToggle={() => onChange({ heardWithin: heardWithin === within ? undefined : within })}
          >
            {t(`filter.heard.${within}`)}
          </ToggleChip>
        ))}
      </div>
      <div className="mt-2 flex items-center justify-between gap-2">
        <span className="text-[13px] text-mut">{t('marks.rating')}</span>
        <Stars
          label={t('marks.rating')}
          value={minOwnRating}
          onChange={(stars) => onChange({ minOwnRating: stars ?? undefined })}
        />
      </div>
      <TagFilters search={search} onChange={onChange} />
    </FilterSection>
  )
})

/** The user's tags with their work counts, and a button to edit them. Empty without tags. */
function TagFilters({ search, onChange }: PersonalFiltersProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(tagsQuery())
  if (!data || data.items.length === 0) return null
  const chosen = search.ownTags ?? []
  return (
    <div className="mt-3">
      <p className="mb-1.5 flex items-center justify-between text-[13px] text-mut">
        {t('tags.title')}
        <button type="button" className="hover:text-fg pointer-coarse:min-h-11" onClick={() => setOpen(true)}>
          {t('tags.manage')}
        </button>
      </p>
      <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
        {data.items.map(({ id, name, workCount }) => {
          const isChosen = chosen.includes(name)
          const change = isChosen ? withoutItem : withItem
          return (
            <li key={id} className="max-w-full">
              <ToggleChip
                pressed={isChosen}
                onToggle={() => onChange({ ownTags: change(search.ownTags, name) })}
              >
                <span className="truncate">{name}</span>
                <span className="ml-2 text-mut tabular-nums">{workCount}</span>
              </ToggleChip>
            </li>
          )
        })}
      </ul>
      <Suspense>{isOpen && <AllTagsDialog onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}

const AllTagsDialog = lazy(() =>
  import('./tags-dialog.tsx').then(({ AllTagsDialog }) => ({ default: AllTagsDialog })),
)

/** The active filters, each with a button to remove it. */
export function PersonalChips({ search, onChange }: PersonalFiltersProps) {
  useMarkWords()
  const t = useT()
  const { favorite, progress = [], minOwnRating, heard, heardWithin, ownTags = [] } = search
  const found: { readonly label: string; readonly patch: FilterPatch }[] = [
    ...progress.map((state) => ({
      label: t(`marks.${state}`),
      patch: { progress: withoutItem(progress, state) },
    })),
    ...ownTags.map((name) => ({ label: name, patch: { ownTags: withoutItem(ownTags, name) } })),
  ]
  if (favorite !== undefined) {
    const label = t(favorite ? 'filter.favorite' : 'filter.notFavorite')
    found.unshift({ label, patch: { favorite: undefined } })
  }
  if (heard !== undefined) {
    found.push({ label: t(heard ? 'filter.everHeard' : 'filter.neverHeard'), patch: { heard: undefined } })
  }
  if (minOwnRating !== undefined) {
    const label = t('filter.ownRating', { count: minOwnRating })
    found.push({ label, patch: { minOwnRating: undefined } })
  }
  if (heardWithin !== undefined) {
    const label = `${t('filter.heardWithin')} ${t(`filter.heard.${heardWithin}`)}`
    found.push({ label, patch: { heardWithin: undefined } })
  }
  return found.map(({ label, patch }) => (
    <li key={label} className="max-w-full">
      <RemovableChip removeLabel={t('filter.removeName', { name: label })} onRemove={() => onChange(patch)}>
        {label}
      </RemovableChip>
    </li>
  ))
}
