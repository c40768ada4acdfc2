/** Ends the session on the server and here. */
import { logout } from '@koedana/contract/auth.ts'
import { call } from './api.ts'
import { signOut } from './session.ts'

/** The session ends here all the same if there is no connection; on the server it ends by its clock. */
export async function logOut(): Promise<void> {
  const ended = call(logout, {}).catch(() => undefined)
  signOut()
  await ended
}
