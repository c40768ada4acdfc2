/** Compatibility APIs for other programs' apps, and the app passwords that these apps log in with. */
import * as v from 'valibot'
import { provenBy } from './fresh-proof.ts'
import { endpoint } from './kit/endpoint.ts'
import { RecordId } from './users.ts'

/** The compatibility APIs. Each is disabled until an administrator enables it. */
export const compatibilityApiNames = ['kikoeru', 'subsonic', 'feed', 'abs', 'dav'] as const
export type CompatibilityApiName = (typeof compatibilityApiNames)[number]
export const CompatibilityApis = v.object(
  v.entriesFromList(compatibilityApiNames, v.boolean('booleanExpected')),
)
export type CompatibilityApis = v.InferOutput<typeof CompatibilityApis>

/** The compatibility APIs that an app password can be valid for. */
export const appScopes = ['kikoeru', 'abs', 'subsonic', 'dav', 'feed'] as const
const AppScope = v.picklist(appScopes, 'valueUnknown')
export type AppScope = v.InferOutput<typeof AppScope>

export const maxAppPasswords = 50

export const AppPasswordName = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(60, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)

const appPasswordEntries = {
  name: AppPasswordName,
  scopes: v.pipe(v.array(AppScope), v.minLength(1, 'required'), v.maxLength(appScopes.length, 'listTooLong')),
}

/** `wholeCatalogue`: the app also sees works without files. The last three are null until the password is used. */
export const AppPassword = v.object({
  id: v.string(),
  ...appPasswordEntries,
  wholeCatalogue: v.boolean(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
  lastAddress: v.nullable(v.string()),
  lastClient: v.nullable(v.string()),
})
export type AppPassword = v.InferOutput<typeof AppPassword>

export const listAppPasswords = endpoint({
  method: 'GET',
  path: '/account/app-passwords',
  access: 'member',
  rate: 'read',
  summary: 'List your app passwords',
  description: 'Without secrets, newest first, and which compatibility APIs are enabled.',
  /** `kikoeruAtRoot`: apps for kikoeru also find their API at the origin. */
  response: v.object({ items: v.array(AppPassword), doors: CompatibilityApis, kikoeruAtRoot: v.boolean() }),
})

export const createAppPassword = endpoint({
  method: 'POST',
  path: '/account/app-passwords',
  access: 'member',
  rate: 'credential',
  status: 201,
  summary: 'Create an app password',
  description: 'The secret is returned only once. Needs a fresh proof (`GET /account/proof`).',
  body: v.object({
    ...appPasswordEntries,
    ...provenBy,
    wholeCatalogue: v.optional(v.boolean('booleanExpected')),
  }),
  response: v.object({ ...AppPassword.entries, password: v.string() }),
})

export const revokeAppPassword = endpoint({
  method: 'DELETE',
  path: '/account/app-passwords/:id',
  access: 'member',
  rate: 'write',
  summary: 'Revoke an app password',
  description: 'Its apps are logged out at once, and running streams end.',
  params: v.object({ id: RecordId }),
})

export const appPasswordEndpoints = { listAppPasswords, createAppPassword, revokeAppPassword }
