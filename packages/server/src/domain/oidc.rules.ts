/** Settings of login through a provider: defaults, stored values, and overrides by environment variables. */
import { isIP } from 'node:net'
import { type OidcField, OidcSettings } from '@koedana/contract/oidc.ts'
import { type Role, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { isLoopback, isPrivateAddress } from '../lib/addresses.rules.ts'

/** All settings of a provider, including its secret. */
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

const StoredOidc = v.object({ ...OidcSettings.entries, clientSecret: v.nullable(v.string()) })

/** Parses stored settings. Returns the defaults for invalid text. */
export function readOidc(text: string | undefined): Oidc {
  const read = v.safeParse(
    v.pipe(
      v.optional(v.string(), '{}'),
      v.parseJson(),
      v.record(v.string(), v.unknown()),
      v.transform((stored) => ({ ...defaultOidc, ...stored })),
      StoredOidc,
    ),
    text,
  )
  return read.success ? read.output : defaultOidc
}

/** Absent fields keep their value. */
export type OidcChange = { readonly [field in OidcField]?: Oidc[field] | undefined }
export type OidcOverrides = OidcChange

/** Returns the settings with the defined fields of the change. */
export function mergeOidc(before: Oidc, change: OidcChange): Oidc {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return v.parse(StoredOidc, { ...before, ...given })
}

/**
 * Applies a change. Requires the secret again if the issuer or client changed, because a secret must never be sent to another
 * provider.
 */
export function applyOidcChange(before: Oidc, change: OidcChange): Oidc | 'secretRequired' {
  const after = mergeOidc(before, change)
  const isSame = after.issuer === before.issuer && after.clientId === before.clientId
  const keepsSecret = change.clientSecret === undefined && before.clientSecret !== null
  return keepsSecret && !isSame ? 'secretRequired' : after
}

const requiredFields = ['issuer', 'clientId'] as const

/** Returns the empty fields that an enabled provider needs. */
export const missingFields = (oidc: Oidc): (typeof requiredFields)[number][] =>
  oidc.enabled ? requiredFields.filter((field) => oidc[field] === '') : []

export const isOidcAvailable = (oidc: Oidc): boolean => oidc.enabled && missingFields(oidc).length === 0

/** Returns whether accounts of this role may use their password. Administrators always may, so that they cannot be locked out. */
export const allowsPassword = (oidc: Oidc, role: Role): boolean => role === roleOf.admin || !isOnlyWay(oidc)

/** Returns whether members can log in only through the provider. False if the provider is not available. */
export const isOnlyWay = (oidc: Oidc): boolean => isOidcAvailable(oidc) && oidc.isOnly

/** Returns whether a provider may be called without https: on this machine, in the private network, or by container name. */
export function canUseHttp({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isOfHouse = isLoopback(host) || isPrivateAddress(host) || (isIP(host) === 0 && !host.includes('.'))
  return protocol === 'http:' && isOfHouse
}

const flag = (text: string) => ({ on: true, off: false })[text]
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the settings from the environment, or sentences about what is wrong with them. */
export function readOidcEnvironment(given: Environment): { fixed: OidcOverrides; problems: string[] } {
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
  const read = v.safeParse(v.partial(StoredOidc), raw)
  for (const { path } of read.issues ?? []) {
    const name = Object.entries(variables).find(([field]) => field === path?.[0]?.key)?.[1]
    problems.push(
      name === variables.issuer
        ? `${name} must be an address such as https://auth.example.`
        : `${name} is too long or contains invalid characters.`,
    )
  }
  if (!read.success || raw.issuer === undefined) return { fixed: read.success ? read.output : {}, problems }
  // A client from the environment uses the secret from the environment, or none, but never the stored secret.
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

export const oidcVariableNames: readonly string[] = Object.values(variables)

const lists: ReadonlySet<string> = new Set(['adminValues', 'memberValues', 'r15Values', 'r18Values'])
const flags: ReadonlySet<string> = new Set(['createsAccounts', 'linksByUsername', 'linksByEmail', 'isOnly'])
