/** Maps the claims of a provider to a person and rights on this server. */
import { Username } from '@koedana/contract/credentials.ts'
import { type AgeCategory, type Role, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Oidc } from '../../domain/oidc.rules.ts'

export type Claims = Readonly<Record<string, unknown>>

export const proxyIssuer = 'proxy'

/** A person whom a provider has authenticated. */
export interface VerifiedPerson {
  readonly issuer: string
  readonly subject: string
  /** The display name at the provider; never compared. */
  readonly name: string
  /** The name for finding an existing account; undefined if it is not a valid username. */
  readonly username: string | undefined
  /** Names for a new account, best first. */
  readonly wantedNames: readonly string[]
  /** The email address in lower case, if the provider has verified it. */
  readonly email: string | null
  readonly isAllowed: boolean
  /** Undefined if the provider does not determine it. */
  readonly role: Role | undefined
  readonly ceiling: AgeCategory | undefined
}

type Rules = Pick<
  Oidc,
  'roleClaim' | 'adminValues' | 'memberValues' | 'ceilingClaim' | 'r15Values' | 'r18Values'
>

/** Returns undefined if the claims have no valid subject. */
export function verifiedPersonOf(issuer: string, claims: Claims, rules: Rules): VerifiedPerson | undefined {
  const { sub } = claims
  if (typeof sub !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(sub)) return undefined
  const email = emailOf(claims)
  const [preferred, nickname, full] = ['preferred_username', 'nickname', 'name'].map((name) =>
    cleanText(claims[name]),
  )
  return {
    issuer,
    subject: sub,
    name: preferred ?? email ?? full ?? sub.slice(0, maxShownLength),
    username: v.is(Username, preferred) ? preferred : undefined,
    wantedNames: [preferred, nickname, full, email?.split('@')[0]].flatMap(usernamesFrom),
    email,
    ...rightsOf(claims, rules),
  }
}

function rightsOf(claims: Claims, rules: Rules): Pick<VerifiedPerson, 'isAllowed' | 'role' | 'ceiling'> {
  const roles = valuesAt(claims, rules.roleClaim)
  const ages = valuesAt(claims, rules.ceilingClaim)
  const givesRoles = rules.roleClaim !== '' && rules.adminValues.length > 0
  const isAdmin = givesRoles && hasOne(roles, rules.adminValues)
  return {
    isAllowed:
      rules.roleClaim === '' ||
      rules.memberValues.length === 0 ||
      isAdmin ||
      hasOne(roles, rules.memberValues),
    role: givesRoles ? (isAdmin ? roleOf.admin : roleOf.general) : undefined,
    ceiling: rules.ceilingClaim === '' ? undefined : ceilingIn(ages, rules),
  }
}

function ceilingIn(ages: readonly string[], { r15Values, r18Values }: Rules): AgeCategory {
  if (hasOne(ages, r18Values)) return 'r18'
  return hasOne(ages, r15Values) ? 'r15' : 'all'
}

const hasOne = (values: readonly string[], wanted: readonly string[]) =>
  values.some((value) => wanted.includes(value))

/** Returns the values of a claim, by its name or by a path with dots. */
export function valuesAt(claims: Claims, path: string): readonly string[] {
  if (path === '') return []
  const found = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce(inside, claims)
  return [found].flat().flatMap((value) => {
    if (typeof value === 'string') return [value]
    return typeof value === 'boolean' || typeof value === 'number' ? [String(value)] : []
  })
}

const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined

/** Returns the email address only if `email_verified` is exactly true; the text `"true"` does not count. */
function emailOf({ email, email_verified }: Claims): string | null {
  if (email_verified !== true || typeof email !== 'string') return null
  return /^[^\s\p{C}@]{1,64}@[^\s\p{C}@]{1,190}$/u.test(email) ? email.normalize('NFC').toLowerCase() : null
}

const maxShownLength = 100

function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.slice(0, 1_000).replaceAll(/\p{C}/gu, '').trim()
  return text === '' ? undefined : [...text].slice(0, maxShownLength).join('')
}

/** Returns a valid username derived from the text (the part before `@`), or an empty list. */
function usernamesFrom(text: string | undefined): readonly string[] {
  const kept = (text ?? '')
    .split('@', 1)[0]
    ?.trim()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]|\p{DI}/gu, '')
  const name = [...(kept ?? '')].slice(0, maxPerWanted).join('')
  return v.is(Username, name) ? [name] : []
}

/** Leaves room for a suffix that distinguishes equal names. */
const maxPerWanted = 27
