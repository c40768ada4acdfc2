/** Signing in and out, and whether there is anybody yet. */
import * as v from 'valibot'
import { Credentials, NewCredentials } from './credentials.ts'
import { endpoint } from './kit/endpoint.ts'
import { SignedIn, User } from './session.ts'
import { Platform } from './values.ts'

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  rate: 'credential',
  summary:
    'Opens a session by name and password. An unknown name and a wrong password get the same response (422).',
  body: Credentials,
  response: SignedIn,
})

export const loginAsGuest = endpoint({
  method: 'POST',
  path: '/auth/guest',
  access: 'public',
  rate: 'credential',
  status: 201,
  summary: 'Makes a guest account and opens its session. It is removed after 30 idle days.',
  response: SignedIn,
})

/** Spaces and lower case are forgiven. */
export const KeyCode = v.pipe(
  v.string('textExpected'),
  v.maxLength(64, 'textTooLong'),
  v.transform((text) => text.replaceAll(/\s/g, '').toUpperCase()),
)

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  rate: 'credential',
  status: 201,
  summary:
    'Makes an account, by access key where the server asks for one; one that is given is redeemed elsewhere too. A guest who calls it keeps all they have. A key that is limited to platforms goes by what the client says of itself, in `x-client-platform` or here; a page of this server is `web`.',
  body: v.object({
    ...NewCredentials.entries,
    key: v.optional(KeyCode),
    platform: v.optional(Platform),
  }),
  response: SignedIn,
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  rate: 'write',
  summary: 'Ends this session.',
})

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  rate: 'read',
  summary: 'Whose session this is, and when it ends.',
  response: v.object({ user: User, exp: v.number() }),
})

export const getSetup = endpoint({
  method: 'GET',
  path: '/setup',
  access: 'public',
  rate: 'read',
  summary:
    'Whether this server still has no administrator, and whether this caller needs the code it printed.',
  response: v.object({ isNeeded: v.boolean(), needsCode: v.boolean() }),
})
