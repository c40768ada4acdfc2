import { useLingui } from '@lingui/react'
import { useId } from 'react'
import { useT } from '../../../../lib/i18n.ts'
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

/** The name in each language; an empty one is none. */
export function NamesField() {
  const t = useT()
  const { i18n } = useLingui()
  const { draft, change } = useEditor()
  const nameOf = (locale: string) =>
    new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(locale) ?? locale
  const free = others.filter((locale) => !draft.names.some((one) => one.locale === locale))
  return (
    <EditedField field="names" isGroup isWide>
      {({ 'aria-invalid': isInvalid }) => (
        <div className="flex flex-col gap-2">
          {draft.names.map((one) => (
            <NameLine
              key={one.locale}
              one={one}
              label={nameOf(one.locale)}
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
            <select
              className="btn w-fit max-w-full cursor-pointer self-start"
              aria-label={t('editing.addLanguage')}
              value=""
              onChange={({ target }) => change('names', [...draft.names, { locale: target.value, name: '' }])}
            >
              <option value="">{t('editing.addLanguage')}</option>
              {free.map((locale) => (
                <option key={locale} value={locale}>
                  {nameOf(locale)}
                </option>
              ))}
            </select>
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
