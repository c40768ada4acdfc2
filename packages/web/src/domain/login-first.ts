/**
 * Shows visitors and guests that they may not listen here, and leads them to the login, and back to the work.
 */
import { roleOf } from '@koedana/contract/values.ts'
import { loadMoreWords, translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { currentUser, requestLogin } from './session.ts'

export async function listenFirst(workId: string): Promise<void> {
  await loadMoreWords()
  const isGuest = currentUser()?.role === roleOf.guest
  notify(translate(isGuest ? 'listening.guests' : 'listening.visitors'))
  requestLogin(`/work/${workId}`)
}

/** Shows visitors that they need an account, and leads them to the login, and back. */
export function loginFirst(): void {
  notify(translate('message.pleaseLoginToContinue'), 'negative')
  requestLogin()
}
