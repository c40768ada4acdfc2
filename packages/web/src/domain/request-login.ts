/** Tells visitors and guests that they may not play works here, and sends them to the login and back to the work. */
import { roleOf } from '@koedana/contract/values.ts'
import { loadMoreWords, translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { currentUser, requestLogin } from './session.ts'

export async function requestLoginToListen(workId: string): Promise<void> {
  await loadMoreWords()
  const isGuest = currentUser()?.role === roleOf.guest
  notify(translate(isGuest ? 'listening.guests' : 'listening.visitors'))
  requestLogin(`/work/${workId}`)
}

/** Tells visitors that they need an account, and sends them to the login and back. */
export function requestLoginWithNotice(): void {
  notify(translate('message.pleaseLoginToContinue'), 'negative')
  requestLogin()
}
