import * as v from 'valibot'
import { EnteredPassword, Password, Username } from './credentials.ts'
import { filterEntries } from './filters.ts'
import { provenBy } from './fresh-proof.ts'
import { endpoint } from './kit/endpoint.ts'
import { User } from './session.ts'
import { RecordId } from './users.ts'
import { AgeFilterMode, EntityId, entityKinds, Policy } from './values.ts'

export const getAccount = endpoint({
  method: 'GET',
  path: '/account',
  access: 'user',
  rate: 'read',
  summary: 'Get your account',
  response: User,
})

export const updateAccount = endpoint({
  method: 'PATCH',
  path: '/account',
  access: 'user',
  rate: 'credential',
  summary: 'Change your user name',
  description:
    'Guests cannot (403). Needs a fresh proof (`GET /account/proof`), because a provider may be trusted to link accounts by name.',
  body: v.object({ ...provenBy, username: v.optional(Username) }),
  response: User,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/account/password',
  access: 'member',
  rate: 'credential',
  summary: 'Change your password',
  description:
    'Ends all sessions, including this one, and removes all app passwords, API tokens, passkeys, and identities except the one that opened this session. `endShares` (default true) also ends shared links.',
  /** `endShares`: whether the share links of the account end as well; default true. */
  body: v.object({
    currentPassword: EnteredPassword,
    newPassword: Password,
    endShares: v.optional(v.boolean('booleanExpected')),
  }),
})

/** `device` is derived from the user agent. */
export const AccountSession = v.object({
  id: v.string(),
  device: v.string(),
  address: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.string(),
  expiresAt: v.string(),
  isCurrent: v.boolean(),
})
export type AccountSession = v.InferOutput<typeof AccountSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  access: 'user',
  rate: 'read',
  summary: 'List your sessions',
  description: 'Most recently used first.',
  response: v.object({ items: v.array(AccountSession) }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'user',
  rate: 'write',
  summary: 'End a session',
  params: v.object({ id: RecordId }),
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/account/sessions',
  access: 'user',
  rate: 'write',
  summary: 'End all other sessions',
  description: 'On request also all app passwords, API tokens and shared links.',
  query: v.object({
    appPasswords: v.optional(v.boolean('booleanExpected')),
    apiTokens: v.optional(v.boolean('booleanExpected')),
    shares: v.optional(v.boolean('booleanExpected')),
  }),
})

const maxReasonLength = 200

/** An entity whose works are never shown, with the user's reason. */
export const Exclusion = v.object({
  id: EntityId,
  reason: v.optional(v.pipe(v.string('textExpected'), v.maxLength(maxReasonLength, 'textTooLong'))),
})
export type Exclusion = v.InferOutput<typeof Exclusion>

const maxExclusions = 500
/** Names are accepted and ignored, so that settings can be sent back as received. */
const ExcludedEntity = v.object({ ...Exclusion.entries, name: v.optional(v.string('textExpected')) })
const exclusions = v.pipe(v.array(ExcludedEntity), v.maxLength(maxExclusions, 'listTooLong'))
const namedExclusions = v.array(v.object({ ...Exclusion.entries, name: v.string() }))

const commonSettings = {
  policy: Policy,
  ageFilterMode: AgeFilterMode,
  /** The default filter of work lists. */
  filterDefaults: v.object(filterEntries),
}

/** Content settings of the account; they only restrict what its age limit allows. */
export const AccountSettings = v.object({
  ...commonSettings,
  excluded: v.object(v.entriesFromList(entityKinds, exclusions)),
})
export type AccountSettings = v.InferOutput<typeof AccountSettings>

/** The settings with entity names to show; deleted entities are left out. */
export const NamedSettings = v.object({
  ...commonSettings,
  excluded: v.object(v.entriesFromList(entityKinds, namedExclusions)),
})
export type NamedSettings = v.InferOutput<typeof NamedSettings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/account/settings',
  access: 'user',
  rate: 'read',
  summary: 'Get your content settings',
  response: NamedSettings,
})

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/account/settings',
  access: 'user',
  rate: 'write',
  bodyBytes: 1024 * 1024,
  summary: 'Replace your content settings',
  body: AccountSettings,
  response: NamedSettings,
})
