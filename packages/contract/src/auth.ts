/** Login, registration and logout, and whether the server is set up. */
import * as v from 'valibot'
import { Credentials, NewCredentials } from './credentials.ts'
import { endpoint } from './kit/endpoint.ts'
import { LoginResult, User } from './session.ts'
import { Platform } from './values.ts'

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  rate: 'credential',
  summary: 'Log in',
  description:
    'Returns a session token. An unknown user name and a wrong password return the same response (422).',
  body: Credentials,
  response: LoginResult,
})

export const loginAsGuest = endpoint({
  method: 'POST',
  path: '/auth/guest',
  access: 'public',
  rate: 'credential',
  status: 201,
  summary: 'Log in as a guest',
  description: 'Creates a guest account, which is deleted after 30 idle days.',
  response: LoginResult,
})

/** Removes spaces and converts to upper case. */
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
  summary: 'Register an account',
  description:
    'Needs an access key unless registration is open. A guest keeps all personal data. For keys limited to platforms, the platform is what the client reports in `x-client-platform` or in the body.',
  body: v.object({
    ...NewCredentials.entries,
    key: v.optional(KeyCode),
    platform: v.optional(Platform),
  }),
  response: LoginResult,
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'user',
  rate: 'write',
  summary: 'Log out',
})

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  rate: 'read',
  summary: 'Get the current user',
  response: v.object({ user: User, exp: v.number() }),
})

export const getSetup = endpoint({
  method: 'GET',
  path: '/setup',
  access: 'public',
  rate: 'read',
  summary: 'Get the setup state',
  description: 'Whether the server has no administrator yet, and whether this caller needs the setup code.',
  response: v.object({ isNeeded: v.boolean(), needsCode: v.boolean() }),
})
