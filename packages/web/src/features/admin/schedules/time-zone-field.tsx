import { useId } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { wordsOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'

export interface TimeZoneFieldProps {
  readonly value: string
  /** Message key of what the server found wrong. */
  readonly fault: string | undefined
  readonly onChange: (timeZone: string) => void
}

/** Any name of the IANA; those the browser knows are offered. */
export function TimeZoneField({ value, fault, onChange }: TimeZoneFieldProps) {
  const t = useT()
  const id = useId()
  return (
    <>
      <Field
        label={t('schedules.timeZone')}
        value={value}
        list={id}
        spellCheck={false}
        autoComplete="off"
        error={wordsOf(t, fault)}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
