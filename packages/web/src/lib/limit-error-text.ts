/** Error messages for number fields, with the limit that was exceeded. */
import { limitsOf } from '@koedana/contract/values.ts'
import type { Translate } from './i18n.ts'

const limits = { numberTooSmall: 'min', numberTooLarge: 'max' } as const

/** Returns undefined if the error is not about a limit. */
export function limitErrorText(
  t: Translate,
  fault: string | undefined,
  schema: Parameters<typeof limitsOf>[0] | undefined,
): string | undefined {
  if (!schema || (fault !== 'numberTooSmall' && fault !== 'numberTooLarge')) return undefined
  const bound = limitsOf(schema)[limits[fault]]
  return bound === undefined ? undefined : t(`validation.${fault}`, { bound })
}
