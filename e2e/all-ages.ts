/** The demo library with works of every age category, as its administrator sees it. */
import { updateWork } from '@koedana/contract/editing.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { clientAs } from './api.ts'
import type { PageOptions, WatchedPage } from './browser.ts'
import type { Journey } from './journey.ts'
import { openPageAs, signInTo } from './people.ts'

/** Viewport widths, in pixels, at which the layout differs. */
export const sizes = [360, 390, 834, 1100, 1440, 1920, 2560]

/** Logs in as the administrator. The first call raises the age category of some works. */
export async function asHaruka(
  origin: string,
): Promise<{ readonly signedIn: LoginResult; readonly call: Call }> {
  const signedIn = await signInTo(origin, 'haruka')
  const call = clientAs(origin, signedIn.token)
  const { total } = await call(listWorks, { query: { excludedAgeCategories: ['all'] } })
  if (total > 0) return { signedIn, call }
  const { items } = await call(listWorks, {})
  for (const [at, { id }] of items.slice(0, 8).entries()) {
    const ageCategory = at % 2 === 0 ? 'r15' : 'r18'
    await call(updateWork, { params: { id }, body: { values: { ageCategory } } })
  }
  return { signedIn, call }
}

export async function openForAllAges(
  { browser, origin }: Journey,
  options: PageOptions,
): Promise<WatchedPage> {
  const { signedIn } = await asHaruka(origin)
  return openPageAs(browser, { origin, signedIn }, { language: 'en-US', ...options })
}
