import { ageCategories, type Language } from '@koedana/contract/values.ts'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import type { WorksSearch } from '../filter-url.rules.ts'
import { type ChangeFilter, withItem, withoutItem } from './change-filter.ts'
import { EntityPicker } from './entity-picker.tsx'
import { languageName } from './language-names.ts'
import { RangeFields } from './range-fields.tsx'

export interface FilterPanelProps {
  readonly search: WorksSearch
  readonly onChange: ChangeFilter
}

/** The common ones; any other still works in the address. */
const offeredLanguages: readonly Language[] = ['JPN', 'CHI_HANS', 'CHI_HANT', 'ENG', 'KO_KR']
const pickers = ['genres', 'artists', 'makers', 'series', 'illustrators'] as const

export function FilterPanel({ search, onChange }: FilterPanelProps) {
  const t = useT()
  const { i18n } = useLingui()
  const toggle = <T,>(list: readonly T[] | undefined, item: T) =>
    list?.includes(item) ? withoutItem(list, item) : withItem(list, item)
  return (
    <div>
      <Choices title={t('filter.show')}>
        <ToggleChip
          pressed={search.inLibrary === true}
          onToggle={() => onChange({ inLibrary: search.inLibrary ? undefined : true })}
        >
          {t('filter.inLibrary')}
        </ToggleChip>
        <ToggleChip
          pressed={search.hasLyrics === true}
          onToggle={() => onChange({ hasLyrics: search.hasLyrics ? undefined : true })}
        >
          {t('filter.hasLyrics')}
        </ToggleChip>
      </Choices>
      <Choices title={t('filter.age')}>
        {ageCategories.map((age) => (
          <ToggleChip
            key={age}
            pressed={search.ageCategories?.includes(age) ?? false}
            onToggle={() => onChange({ ageCategories: toggle(search.ageCategories, age) })}
          >
            {t(`age.${age}`)}
          </ToggleChip>
        ))}
      </Choices>
      {pickers.map((kind) => (
        <EntityPicker key={kind} kind={kind} search={search} onChange={onChange} />
      ))}
      <RangeFields search={search} onChange={onChange} />
      <Choices title={t('filter.languages')}>
        {offeredLanguages.map((language) => (
          <ToggleChip
            key={language}
            pressed={search.languages?.includes(language) ?? false}
            onToggle={() => onChange({ languages: toggle(search.languages, language) })}
          >
            {languageName(language, i18n.locale)}
          </ToggleChip>
        ))}
      </Choices>
    </div>
  )
}

function Choices({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="border-b border-line py-4 first:pt-0 last:border-b-0">
      <legend className="float-left mb-2 w-full text-[13px] font-semibold">{title}</legend>
      <div className="clear-left flex flex-wrap gap-1.5">{children}</div>
    </fieldset>
  )
}
