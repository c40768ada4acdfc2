/** The typed client of the contract. Every failed call says so once, then throws to its caller. */
import { basePath } from '@koedana/contract/api.ts'
import { createClient } from '@koedana/contract/kit/client.ts'
import { translate } from './i18n.ts'
import { notify } from './notify.ts'
import { useSettings } from './settings.ts'

/** `call(listWorks, { query: { genres: ['12'] } }, signal)` */
export const call = createClient({
  baseUrl: basePath,
  fetch: (url, init) => fetch(url, init),
  language: () => useSettings.getState().locale,
  onError: (error) => notify(error.status === 0 ? translate('error.network') : error.message, 'negative'),
})
