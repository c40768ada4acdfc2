/** Translates validation message keys of the contract, for errors found by a form or by the server. */
import { credentialCounts } from '@koedana/contract/credentials.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { isLoaded, type Translate } from './i18n.ts'

const counts: Readonly<Record<string, number | undefined>> = credentialCounts

export function validationText(t: Translate, key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  const message = `validation.${key}`
  return isLoaded(message) ? t(message, { count: counts[key] ?? 0 }) : t('validation.wrong')
}

/** Returns the message keys of the server's validation errors by path, such as `body.cron`. */
export function fieldFaults(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {}
}

/** Shows the server's validation errors at their form fields. */
export function showFaults<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  /** Maps names in the body to form fields, such as `{ newPassword: 'password' }`. */
  fields: Readonly<Record<string, FieldPath<T>>>,
): void {
  const faults = fieldFaults(error)
  for (const [name, field] of Object.entries(fields)) {
    const message = faults[`body.${name}`]
    if (message !== undefined) form.setError(field, { message }, { shouldFocus: true })
  }
}
