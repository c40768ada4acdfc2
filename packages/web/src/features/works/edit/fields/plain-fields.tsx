import type { EditableNumber } from '@koedana/contract/field-lists.ts'
import { ageCategories, availabilities, type EntityKind, languages } from '@koedana/contract/values.ts'
import { useT } from '../../../../lib/i18n.ts'
import { ToggleChip } from '../../../../ui/chip.tsx'
import { SegmentedControl } from '../../../../ui/choices.tsx'
import { SelectMenu } from '../../../../ui/select-menu.tsx'
import { useLanguageName } from '../../filters/language-names.ts'
import { fieldName, useEditor } from '../editor-context.ts'
import { EditedField } from './edited-field.tsx'
import { NamesPicker } from './names-picker.tsx'

type LineField = 'name' | 'kana' | 'releaseDate' | 'editionOf' | EditableNumber

export interface LineProps {
  readonly field: LineField
  readonly type?: 'text' | 'date'
  readonly inputMode?: 'numeric' | 'decimal'
  readonly lang?: string | undefined
  readonly help?: string
  readonly isWide?: boolean
}

export function Line({ field, type = 'text', inputMode, lang, ...frame }: LineProps) {
  const { draft, change } = useEditor()
  return (
    <EditedField field={field} {...frame}>
      {(control) => (
        <input
          {...control}
          className="input"
          type={type}
          inputMode={inputMode}
          lang={lang}
          autoComplete="off"
          value={draft[field]}
          onChange={(event) => change(field, event.target.value)}
        />
      )}
    </EditedField>
  )
}

/** Edits names, one per line. */
export function Lines({ field, help }: { readonly field: 'writers' | 'musicians'; readonly help: string }) {
  const { draft, change } = useEditor()
  return (
    <EditedField field={field} help={help}>
      {(control) => (
        <textarea
          {...control}
          className="input h-auto py-2"
          rows={2}
          value={draft[field]}
          onChange={(event) => change(field, event.target.value)}
        />
      )}
    </EditedField>
  )
}

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

const kinds = {
  maker: 'makers',
  series: 'series',
  artists: 'artists',
  illustrators: 'illustrators',
  genres: 'genres',
} as const satisfies Record<string, EntityKind>

export interface EntityFieldProps {
  readonly field: keyof typeof kinds
  readonly isWide?: boolean
}

/** Removable chips with a combobox to add more. A work has one maker and one series, so another one replaces it. */
export function EntityField({ field, isWide }: EntityFieldProps) {
  const t = useT()
  const { draft, change } = useEditor()
  return (
    <EditedField field={field} isGroup {...(isWide ? { isWide } : {})}>
      {(control) => (
        <NamesPicker
          kind={kinds[field]}
          label={fieldName(t, field)}
          chosen={draft[field]}
          isOne={field === 'maker' || field === 'series'}
          canCreate
          isInvalid={control['aria-invalid']}
          describedBy={control['aria-describedby']}
          onChange={(chosen) => change(field, chosen)}
        />
      )}
    </EditedField>
  )
}
