/** What an account shows once more before it adds something that outlasts a stolen session. */
import * as v from 'valibot'
import { TypedPassword } from './credentials.ts'
import { endpoint } from './kit/endpoint.ts'

/** `none`: this session is of the last ten minutes. `signIn`: the account has no password, so a new session is needed. */
export const FreshProof = v.object({
  needs: v.picklist(['none', 'password', 'signIn']),
  /** Whether the account has a passkey, which opens a new session. */
  hasPasskey: v.boolean(),
  /** Whether the account can sign in at the provider of this server, which opens a new session. */
  hasProvider: v.boolean(),
})
export type FreshProof = v.InferOutput<typeof FreshProof>

/** A field of each call that needs a fresh proof. */
export const provenBy = { password: v.optional(TypedPassword) } as const

export const getProof = endpoint({
  method: 'GET',
  path: '/account/proof',
  access: 'member',
  rate: 'read',
  summary: 'Get which proof an action needs',
  description:
    'Adding a passkey, identity, app password, API token or shared link needs no proof within ten minutes of the login, and the password later.',
  response: FreshProof,
})
