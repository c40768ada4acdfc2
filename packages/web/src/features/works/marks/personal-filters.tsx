/** Filters by what is one's own: a section of the panel, and what stands among the active ones. Import it lazily. */
import { heardWithins } from '@koedana/contract/filters.ts'
import { progressStates } from '@koedana/contract/values.ts'
import { useT } from '../../../lib/i18n.ts'
import { RemovableChip, ToggleChip } from '../../../ui/chip.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import { type ChangeFilter, type FilterPatch, withItem, withoutItem } from '../filters/change-filter.ts'
import { Choices } from '../filters/choices.tsx'
import { useMarkWords } from './mark-words.ts'
import { Stars } from './stars.tsx'

export interface PersonalFiltersProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

export function PersonalFilters({ search, onChange }: PersonalFiltersProps) {
  useMarkWords()
  const t = useT()
  const { favorite, progress = [], minOwnRating, heard, heardWithin } = search
  return (
    <Choices title={t('filter.mine')}>
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
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        <ToggleChip
          pressed={heard === false}
          onToggle={() => onChange({ heard: heard === false ? undefined : false })}
        >
          {t('filter.neverHeard')}
        </ToggleChip>
        <span className="text-[13px] text-mut">{t('filter.heardWithin')}</span>
        {heardWithins.map((within) => (
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
    </Choices>
  )
}

/** Those that are on, each with a way to take it off. */
export function PersonalChips({ search, onChange }: PersonalFiltersProps) {
  useMarkWords()
  const t = useT()
  const { favorite, progress = [], minOwnRating, heard, heardWithin } = search
  const found: { readonly label: string; readonly patch: FilterPatch }[] = [
    ...progress.map((state) => ({
      label: t(`marks.${state}`),
      patch: { progress: withoutItem(progress, state) },
    })),
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
