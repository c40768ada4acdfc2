/** Opens the task page as an administrator, with the marketplace switched off. */
import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { clientAs } from './api.ts'
import { type PageOptions, visit } from './browser.ts'
import { leaveLooseGenre } from './busy-server.ts'
import type { Journey } from './journey.ts'
import { openPageAs, signInTo } from './people.ts'

export async function openTaskPage(
  { browser, origin }: Journey,
  options: PageOptions = { language: 'en-US' },
) {
  const signedIn = await signInTo(origin, 'haruka')
  const call = clientAs(origin, signedIn.token)
  await call(updateSiteSettings, { body: { marketplace: { enabled: false } } })
  const watched = await openPageAs(browser, { origin, signedIn }, options)
  return {
    ...watched,
    call,
    leaveSomething: () => leaveLooseGenre(origin, signedIn.token),
    open: () => visit(watched.page, `${origin}/admin/tasks`),
  }
}
