/** Both ceremonies from start to end, as a browser performs them. */
import type { Call } from '@koedana/contract/kit/client.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  type Passkey,
  signInByPasskey,
} from '@koedana/contract/passkeys.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import type { Authenticator, ForgedValues } from './authenticator.ts'

export async function add(call: Call, authenticator: Authenticator, lies?: ForgedValues): Promise<Passkey> {
  const { ceremony, options } = await call(beginPasskey, { body: {} })
  const credential = authenticator.create(options, lies)
  return call(addPasskey, { body: { ceremony, name: 'phone', credential } })
}

export async function signInBy(
  call: Call,
  authenticator: Authenticator,
  lies?: ForgedValues,
): Promise<LoginResult> {
  const { ceremony, options } = await call(beginPasskeySignIn, {})
  return call(signInByPasskey, { body: { ceremony, credential: authenticator.get(options, lies) } })
}

export const rejectionOf = (calling: Promise<unknown>): Promise<unknown> =>
  calling.then(
    () => 'nothing was refused',
    ({ status, body }) => ({ status, body }),
  )
