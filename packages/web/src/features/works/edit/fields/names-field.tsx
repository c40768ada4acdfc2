import { useLingui } from '@lingui/react'
import { useId } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { SelectMenu } from '../../../../ui/select-menu.tsx'
import type { LocaleName } from '../draft.rules.ts'
import { useEditor } from '../editor-context.ts'
import { EditedField } from './edited-field.tsx'

const others = [
  'zh-TW',
  'ko-KR',
  'es-ES',
  'de-DE',
  'fr-FR',
  'id-ID',
  'it-IT',
  'pt-BR',
  'sv-SE',
  'th-TH',
  'vi-VN',
]

/** Edits the name in each language; an empty name is not stored. */
export function NamesField() {
  const t = useT()
  const { i18n } = useLingui()
  const { draft, change } = useEditor()
  const free = others.filter((locale) => !draft.names.some((one) => one.locale === locale))
  return (
    <EditedField field="names" isGroup isWide>
      {({ 'aria-invalid': isInvalid }) => (
        <div className="flex flex-col gap-2">
          {draft.names.map((one) => (
            <NameLine
              key={one.locale}
              one={one}
              label={localeName(one.locale, i18n.locale)}
              isInvalid={isInvalid}
              onChange={(name) =>
                change(
                  'names',
                  draft.names.map((before) => (before.locale === one.locale ? { ...one, name } : before)),
                )
              }
            />
          ))}
          {free.length > 0 && (
            <div className="flex">
              <SelectMenu
                label={t('editing.addLanguage')}
                value=""
                options={[
                  { value: '', label: t('editing.addLanguage') },
                  ...free.map((locale) => ({ value: locale, label: localeName(locale, i18n.locale) })),
                ]}
                onChange={(locale) => change('names', [...draft.names, { locale, name: '' }])}
              />
            </div>
          )}
        </div>
      )}
    </EditedField>
  )
}

interface NameLineProps {
  readonly one: LocaleName
  readonly label: string
  readonly isInvalid: true | undefined
  readonly onChange: (name: string) => void
}

function NameLine({ one, label, isInvalid, onChange }: NameLineProps) {
  const id = useId()
  return (
    <div className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <label htmlFor={id} className="text-[13px] text-mut">
        {label}
      </label>
      <input
        id={id}
        className="input"
        lang={one.locale}
        autoComplete="off"
        aria-invalid={isInvalid}
        value={one.name}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** Chinese is distinguished by script; for other languages the country is left out. */
function localeName(locale: string, shownIn: string): string {
  const language = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' }[locale] ?? locale.replace(/-.*/, '')
  return new Intl.DisplayNames(shownIn, { type: 'language' }).of(language) ?? locale
}
