import { ageCategories, availabilities, languages } from '@koedana/contract/values.ts'
import { useT } from '../../../../lib/i18n.ts'
import { ToggleChip } from '../../../../ui/chip.tsx'
import { SegmentedControl } from '../../../../ui/choices.tsx'
import { SelectMenu } from '../../../../ui/select-menu.tsx'
import { useLanguageName } from '../../filters/language-names.ts'
import { useEditor } from '../editor-context.ts'
import { fieldName } from '../field-names.ts'
import { EditedField } from './edited-field.tsx'

export function AgeField() {
  const t = useT()
  const { draft, change } = useEditor()
  return (
    <EditedField field="ageCategory" isGroup>
      {() => (
        <SegmentedControl
          label={fieldName(t, 'ageCategory')}
          value={draft.ageCategory}
          options={ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))}
          onChange={(value) => change('ageCategory', value)}
        />
      )}
    </EditedField>
  )
}

export function AvailabilityField() {
  const t = useT()
  const { draft, change } = useEditor()
  return (
    <EditedField field="availability" isGroup>
      {() => (
        <SelectMenu
          label={fieldName(t, 'availability')}
          value={draft.availability}
          options={availabilities.map((value) => ({ value, label: t(`availability.${value}`) }))}
          onChange={(value) => change('availability', value)}
        />
      )}
    </EditedField>
  )
}

export function LanguagesField() {
  const nameOf = useLanguageName()
  const { draft, change } = useEditor()
  const toggle = (language: string) =>
    draft.languages.includes(language)
      ? draft.languages.filter((one) => one !== language)
      : [...draft.languages, language]
  return (
    <EditedField field="languages" isGroup isWide>
      {() => (
        <div className="flex flex-wrap gap-1.5">
          {languages.map((language) => (
            <ToggleChip
              key={language}
              pressed={draft.languages.includes(language)}
              onToggle={() => change('languages', toggle(language))}
            >
              {nameOf(language)}
            </ToggleChip>
          ))}
        </div>
      )}
    </EditedField>
  )
}
