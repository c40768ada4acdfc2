/** Reads what a provider says of somebody, and decides what that means here. */
import { Username } from '@koedana/contract/credentials.ts'
import { type AgeCategory, type Role, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Oidc } from '../../domain/oidc.rules.ts'

export type Claims = Readonly<Record<string, unknown>>

/** The issuer of identities that a proxy names. */
export const proxyIssuer = 'proxy'

/** Describes a person whom a provider vouches for. */
export interface Vouched {
  readonly issuer: string
  readonly subject: string
  /** The name that they have there; shown, and never compared. */
  readonly name: string
  /** The name by which an account of theirs may be found; undefined if it is none that an account can have. */
  readonly username: string | undefined
  /** Names for a new account, the best first. */
  readonly wantedNames: readonly string[]
  /** The address in small letters, if the provider says that it is theirs. */
  readonly email: string | null
  readonly isAllowed: boolean
  /** Undefined: the provider has no say in it. */
  readonly role: Role | undefined
  readonly ceiling: AgeCategory | undefined
}

type Rules = Pick<
  Oidc,
  'roleClaim' | 'adminValues' | 'memberValues' | 'ceilingClaim' | 'r15Values' | 'r18Values'
>

/** Returns undefined for claims that name nobody. */
export function vouchedOf(issuer: string, claims: Claims, rules: Rules): Vouched | undefined {
  const { sub } = claims
  if (typeof sub !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(sub)) return undefined
  const email = emailOf(claims)
  const [preferred, nickname, full] = ['preferred_username', 'nickname', 'name'].map((name) =>
    shown(claims[name]),
  )
  return {
    issuer,
    subject: sub,
    name: preferred ?? email ?? full ?? sub.slice(0, longestShown),
    username: v.is(Username, preferred) ? preferred : undefined,
    wantedNames: [preferred, nickname, full, email?.split('@')[0]].flatMap(nameFrom),
    email,
    ...rightsOf(claims, rules),
  }
}

function rightsOf(claims: Claims, rules: Rules): Pick<Vouched, 'isAllowed' | 'role' | 'ceiling'> {
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

/** Returns the texts of a claim: of its own name, or of a path with dots. */
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

/** Returns only what the provider says is theirs, to the letter: `"true"` is a word. */
function emailOf({ email, email_verified }: Claims): string | null {
  if (email_verified !== true || typeof email !== 'string') return null
  return /^[^\s\p{C}@]{1,64}@[^\s\p{C}@]{1,190}$/u.test(email) ? email.normalize('NFC').toLowerCase() : null
}

const longestShown = 100

function shown(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.slice(0, 1_000).replaceAll(/\p{C}/gu, '').trim()
  return text === '' ? undefined : [...text].slice(0, longestShown).join('')
}

/** Returns a name as accounts have them: what stands before the `@` of an address, without signs that no name has. */
function nameFrom(text: string | undefined): readonly string[] {
  const kept = (text ?? '')
    .split('@', 1)[0]
    ?.trim()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]|\p{DI}/gu, '')
  const name = [...(kept ?? '')].slice(0, mostOfWanted).join('')
  return v.is(Username, name) ? [name] : []
}

/** Leaves room for what distinguishes two of one name. */
const mostOfWanted = 27
