import { useLingui } from '@lingui/react'
import { type Formats, formatsFor } from './format.rules.ts'

/** The formats of the language on screen. */
export function useFormat(): Formats {
  const { i18n } = useLingui()
  return formatsFor(i18n.locale)
}
