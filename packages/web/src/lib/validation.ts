/** Message keys of the contract in the words on screen; the same whether a form or the server found the fault. */
import { credentialCounts } from '@koedana/contract/credentials.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { isLoaded, type Translate } from './i18n.ts'

const counts: Readonly<Record<string, number | undefined>> = credentialCounts

export function wordsOf(t: Translate, key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  const message = `validation.${key}`
  return isLoaded(message) ? t(message, { count: counts[key] ?? 0 }) : t('validation.wrong')
}

/** Message keys of what the server found wrong, by path, as `body.cron`. */
export function fieldFaults(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {}
}

/** Puts what the server found wrong beside the fields it is about. */
export function showFaults<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  /** Fields by their name in the body; `{ newPassword: 'password' }` if the form calls one otherwise. */
  fields: Readonly<Record<string, FieldPath<T>>>,
): void {
  const faults = fieldFaults(error)
  for (const [name, field] of Object.entries(fields)) {
    const message = faults[`body.${name}`]
    if (message !== undefined) form.setError(field, { message }, { shouldFocus: true })
  }
}
