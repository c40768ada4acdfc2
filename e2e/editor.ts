/** Opens the metadata editor in a browser. */
import type { Locator, Page } from 'playwright-core'
import type { WatchedPage } from './browser.ts'
import type { Journey } from './journey.ts'
import { openPageAs, signInTo } from './people.ts'
import { t } from './words.ts'

export async function openAs({ browser, origin }: Journey, name: 'haruka' | 'midori'): Promise<WatchedPage> {
  return openPageAs(browser, { origin, signedIn: await signInTo(origin, name) })
}

export async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: t('menu.editMetadata') }).click()
  const dialog = page.getByRole('dialog', { name: t('menu.editMetadata') })
  await dialog.getByRole('tab', { name: t('editing.fields') }).waitFor()
  return dialog
}
