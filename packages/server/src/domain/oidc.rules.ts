/** How people sign in by a provider: defaults, what is stored, and what the environment says instead. */
import { isIP } from 'node:net'
import { type OidcField, OidcSettings } from '@koedana/contract/oidc.ts'
import { type Role, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { isLoopback, isPrivate } from '../lib/addresses.rules.ts'

/** Everything that is needed to speak to a provider. */
export type Oidc = OidcSettings & { readonly clientSecret: string | null }

export const defaultOidc: Oidc = {
  enabled: false,
  issuer: '',
  clientId: '',
  scopes: 'openid profile email',
  label: '',
  roleClaim: '',
  adminValues: [],
  memberValues: [],
  ceilingClaim: '',
  r15Values: [],
  r18Values: [],
  createsAccounts: false,
  linksByUsername: false,
  linksByEmail: false,
  isOnly: false,
  clientSecret: null,
}

const Stored = v.object({ ...OidcSettings.entries, clientSecret: v.nullable(v.string()) })

/** Any text gives something that can be used. */
export function readOidc(text: string | undefined): Oidc {
  const read = v.safeParse(
    v.pipe(
      v.optional(v.string(), '{}'),
      v.parseJson(),
      v.record(v.string(), v.unknown()),
      v.transform((stored) => ({ ...defaultOidc, ...stored })),
      Stored,
    ),
    text,
  )
  return read.success ? read.output : defaultOidc
}

/** What is absent stays. */
export type OidcChange = { readonly [field in OidcField]?: Oidc[field] | undefined }
/** The environment sets these. */
export type FixedOidc = OidcChange

export function oidcWith(before: Oidc, change: OidcChange): Oidc {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return v.parse(Stored, { ...before, ...given })
}

/** A secret is never handed to another provider or client than it was given for. */
export function oidcAfter(before: Oidc, change: OidcChange): Oidc | 'secretRequired' {
  const after = oidcWith(before, change)
  const isSame = after.issuer === before.issuer && after.clientId === before.clientId
  const keepsSecret = change.clientSecret === undefined && before.clientSecret !== null
  return keepsSecret && !isSame ? 'secretRequired' : after
}

const requiredFields = ['issuer', 'clientId'] as const

/** Returns the empty fields without which an enabled provider cannot be used. */
export const missingFields = (oidc: Oidc): (typeof requiredFields)[number][] =>
  oidc.enabled ? requiredFields.filter((field) => oidc[field] === '') : []

/** Returns whether there is a provider to sign in by. */
export const isOn = (oidc: Oidc): boolean => oidc.enabled && missingFields(oidc).length === 0

/** Returns whether the password of an account of this role is good: that of an administrator is the way back in. */
export const takesPassword = (oidc: Oidc, role: Role): boolean => role === roleOf.admin || !isOnlyWay(oidc)

/** Members have no other way in only while there is this one. */
export const isOnlyWay = (oidc: Oidc): boolean => isOn(oidc) && oidc.isOnly

/** Returns whether a provider may be spoken to without https: on this machine, in the house, or between containers. */
export function mayBePlain({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isOfHouse = isLoopback(host) || isPrivate(host) || (isIP(host) === 0 && !host.includes('.'))
  return protocol === 'http:' && isOfHouse
}

const flag = (text: string) => ({ on: true, off: false })[text]
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

type Environment = Readonly<Record<string, string | undefined>>

/** Returns what the environment sets, or the sentences that say what is wrong with it. */
export function readOidcEnvironment(given: Environment): { fixed: FixedOidc; problems: string[] } {
  const raw: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [field, name] of Object.entries(variables)) {
    const text = given[name]
    if (text === undefined) continue
    const value = lists.has(field) ? list(text) : flags.has(field) ? flag(text) : text
    if (value === undefined) problems.push(`${name} must be on or off.`)
    else raw[field] = value
  }
  if (given[variables.issuer] === undefined && (given[variables.clientId] ?? given[variables.clientSecret]))
    problems.push(`${variables.clientId} and ${variables.clientSecret} belong to an ${variables.issuer}.`)
  if (given[variables.issuer] !== undefined && given[variables.clientId] === undefined)
    problems.push(`${variables.issuer} needs ${variables.clientId}.`)
  const read = v.safeParse(v.partial(Stored), raw)
  for (const { path } of read.issues ?? []) {
    const name = Object.entries(variables).find(([field]) => field === path?.[0]?.key)?.[1]
    problems.push(`${name} is not understood.`)
  }
  if (!read.success || raw.issuer === undefined) return { fixed: read.success ? read.output : {}, problems }
  // A client of the environment has the secret of the environment, or none.
  return { fixed: { clientSecret: null, enabled: true, ...read.output }, problems }
}

const variables = {
  issuer: 'OIDC_ISSUER',
  clientId: 'OIDC_CLIENT_ID',
  clientSecret: 'OIDC_CLIENT_SECRET',
  scopes: 'OIDC_SCOPES',
  label: 'OIDC_LABEL',
  roleClaim: 'OIDC_ROLE_CLAIM',
  adminValues: 'OIDC_ADMIN_VALUES',
  memberValues: 'OIDC_MEMBER_VALUES',
  ceilingClaim: 'OIDC_CEILING_CLAIM',
  r15Values: 'OIDC_R15_VALUES',
  r18Values: 'OIDC_R18_VALUES',
  createsAccounts: 'OIDC_CREATE_ACCOUNTS',
  linksByUsername: 'OIDC_LINK_BY_USERNAME',
  linksByEmail: 'OIDC_LINK_BY_EMAIL',
  isOnly: 'OIDC_ONLY',
} as const

/** The names of all variables that set the provider. */
export const oidcVariables: readonly string[] = Object.values(variables)

const lists: ReadonlySet<string> = new Set(['adminValues', 'memberValues', 'r15Values', 'r18Values'])
const flags: ReadonlySet<string> = new Set(['createsAccounts', 'linksByUsername', 'linksByEmail', 'isOnly'])
