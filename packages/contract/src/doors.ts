/** Doors for apps of others, and the app passwords by which those sign in. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { provenBy } from './proof.ts'
import { RecordId } from './users.ts'

/** The doors that exist. Each is closed until an administrator opens it. */
export const doorNames = ['kikoeru', 'subsonic', 'feed', 'abs', 'dav'] as const
export type DoorName = (typeof doorNames)[number]
export const Doors = v.object(v.entriesFromList(doorNames, v.boolean('booleanExpected')))
export type Doors = v.InferOutput<typeof Doors>

/** An app password may be good for these; some of these doors are yet to be built. */
export const appScopes = ['kikoeru', 'abs', 'subsonic', 'dav', 'feed'] as const
const AppScope = v.picklist(appScopes, 'valueUnknown')
export type AppScope = v.InferOutput<typeof AppScope>

/** The most app passwords of one account. */
export const mostAppPasswords = 50

export const AppPasswordName = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(60, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)

const given = {
  name: AppPasswordName,
  scopes: v.pipe(v.array(AppScope), v.minLength(1, 'required'), v.maxLength(appScopes.length, 'listTooLong')),
}

/** `wholeCatalogue`: its app sees works without files too. The last three are null until it is used. */
export const AppPassword = v.object({
  id: v.string(),
  ...given,
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
  /** `kikoeruAtRoot`: apps of kikoeru find their door at the origin too. */
  response: v.object({ items: v.array(AppPassword), doors: Doors, kikoeruAtRoot: v.boolean() }),
})

export const createAppPassword = endpoint({
  method: 'POST',
  path: '/account/app-passwords',
  access: 'member',
  rate: 'credential',
  status: 201,
  summary: 'Create an app password',
  description: 'The secret is returned only once. Needs a fresh proof (`GET /account/proof`).',
  body: v.object({ ...given, ...provenBy, wholeCatalogue: v.optional(v.boolean('booleanExpected')) }),
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

export const doorEndpoints = { listAppPasswords, createAppPassword, revokeAppPassword }
