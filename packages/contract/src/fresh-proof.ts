/** Fresh proof of identity, required before adding credentials that would outlast a stolen session. */
import * as v from 'valibot'
import { EnteredPassword } from './credentials.ts'
import { endpoint } from './kit/endpoint.ts'

/** `none`: the login is less than ten minutes old. `signIn`: the account has no password, so a new login is needed. */
export const FreshProof = v.object({
  needs: v.picklist(['none', 'password', 'signIn']),
  hasPasskey: v.boolean(),
  /** Whether the account can log in at this server's provider. */
  hasProvider: v.boolean(),
})
export type FreshProof = v.InferOutput<typeof FreshProof>

/** A field of each call that needs a fresh proof. */
export const provenBy = { password: v.optional(EnteredPassword) } as const

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
