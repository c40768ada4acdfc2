/** What visitors are told who want what needs an account, and where they are led: to the login, and back. */
import { translate } from './i18n.ts'
import { notify } from './notify.ts'
import { askForLogin } from './session.ts'

export function loginFirst(): void {
  notify(translate('message.pleaseLoginToContinue'), 'negative')
  askForLogin()
}
