/** Replaces the current session with a new one, and ends the old one on the server. */
import { logout } from '@koedana/contract/auth.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import { quietClient } from './quiet-client.ts'
import { currentToken, signIn } from './session.ts'

/** If the server cannot be reached, the old session ends when it expires. */
export function replaceSession(signedIn: LoginResult): void {
  const former = currentToken()
  signIn(signedIn)
  if (former !== undefined) void quietClient({}, () => former)(logout, {}).catch(() => undefined)
}
