/** Converts between the settings of provider logins and their form: lists are comma-separated, and the secret is never shown. */
import type { OidcSettings, ShownOidcSettings } from '@koedana/contract/oidc.ts'

const lists = ['adminValues', 'memberValues', 'r15Values', 'r18Values'] as const
type ListField = (typeof lists)[number]

export type OidcFormValues = Omit<OidcSettings, ListField> &
  Readonly<Record<ListField | 'clientSecret', string>>

export function toOidcForm(settings: ShownOidcSettings): OidcFormValues {
  const { hasSecret: _, fixed: _fixed, callbackUrl: _callback, signedOutUrl: _url, ...rest } = settings
  const texts = Object.fromEntries(lists.map((field) => [field, settings[field].join(', ')]))
  return {
    ...rest,
    adminValues: '',
    memberValues: '',
    r15Values: '',
    r18Values: '',
    ...texts,
    clientSecret: '',
  }
}

/** Returns only the changed settings, so that values from the environment are not stored. */
export function changedOidc(typed: OidcFormValues, saved: OidcFormValues) {
  const changed = Object.entries(typed).filter(
    ([field, value]) => value !== new Map(Object.entries(saved)).get(field),
  )
  const isList = (field: string) => lists.some((list) => list === field)
  return Object.fromEntries(
    changed.map(([field, value]) => [field, isList(field) ? valuesOf(String(value)) : value]),
  )
}

const valuesOf = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean),
  ),
]
