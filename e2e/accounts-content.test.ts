import { getSettings, saveSettings } from '@koedana/contract/account.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { withDatabase } from '@koedana/server/commands/with-database.ts'
import { readConfig } from '@koedana/server/config.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { pattern, t } from './words.ts'

/** Only this mark makes the work adult: all demo works are for all ages. */
const adult = 'RJ90000027'

const here = journey(async () => {
  const folder = await peopledFolder()
  await withDatabase(readConfig({ DATA_DIR: folder.path }), ({ write }) =>
    write.updateTable('work').set({ age_category: 'r18' }).where('id', '=', adult).execute(),
  )
  return folder
})

async function choose(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radio', { name: new RegExp(`^${name}`) })
  await radio.click()
  await expect.poll(() => radio.isChecked()).toBe(true)
  await settled(page)
}

test('adult works are left out, veiled, or shown, as the account says', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  const { total } = await clientAs(origin, signedIn.token)(listWorks, { query: {} })
  const work = page.locator('article', { has: page.locator(`a[href="/work/${adult}"]`) })
  const look = () => page.goto(`${origin}/works?q=${adult}`)
  await look()
  await work.getByTitle(t('cover.veiled')).waitFor()
  expect(await work.locator('img').count()).toBe(0)
  await work.getByRole('button', { name: 'Show the cover' }).click()
  await work.locator('img').waitFor()
  await expect
    .poll(() => work.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  await page.goto(`${origin}/settings`)
  await choose(page, t('policy.off'))
  await look()
  await work.locator('img').waitFor()

  await page.goto(`${origin}/settings`)
  await choose(page, t('policy.strict'))
  await page.goto(`${origin}/works`)
  await page.getByText(t('works.hidden', { count: 1 })).waitFor()
  expect((await clientAs(origin, signedIn.token)(listWorks, { query: {} })).total).toBe(total - 1)
  expect(await work.count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('what a visitor never wants to see stays away after a reload, in every read', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  const { total } = await clientOf(origin)(listWorks, { query: {} })
  const { total: hidden } = await clientOf(origin)(listWorks, { query: { genres: ['demo-g01'] } })
  await visit(page, `${origin}/genres`)
  const genre = page.locator('main a[href*="demo-g01"]').first()
  const name = (await genre.textContent()) ?? ''
  await genre.click({ button: 'right' })
  await page.getByRole('menuitem', { name: pattern('content.neverShow') }).click()
  await page.goto(`${origin}/works`)
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('/works?') && reads.push(request.url()))
  await page.reload()
  await page.getByText(t('works.hidden', { count: hidden })).waitFor()
  await page.getByText(`${total - hidden} works`, { exact: true }).waitFor()
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.every((url) => url.includes('hiddenGenres=demo-g01'))).toBe(true)
  await page.goto(`${origin}/settings`)
  expect(name).not.toBe('')
  await page.getByRole('button', { name: /^Show .* again$/ }).click()
  await page.goto(`${origin}/works`)
  await page.getByText(`${total} works`, { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('Works begins with a kept filter, seen in its address, until it is let go', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/works?genres=demo-g01&minRating=4`)
  await page.getByRole('button', { name: t('content.defaultsKeep') }).click()
  await page.getByText(t('content.defaultsKept')).waitFor()
  await visit(page, origin)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
    .click()
  await page.waitForURL((url) => url.searchParams.get('genres') === 'demo-g01')
  expect(new URL(page.url()).searchParams.get('minRating')).toBe('4')
  expect(await page.getByRole('button', { name: t('content.defaultsKeep') }).count()).toBe(0)
  await page.goto(`${origin}/settings`)
  await page.getByText('Lists begin with 2 filters.').waitFor()
  await page.getByRole('button', { name: t('content.defaultsClear') }).click()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
    .click()
  await page.waitForURL(`${origin}/works`)
  expect(errors).toEqual([])
  await close()
})

test('Works that is opened before its kept filter is known takes that filter once it is', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  await call(saveSettings, {
    body: { ...(await call(getSettings, {})), filterDefaults: { genres: ['demo-g01'] } },
  })
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  const response = Promise.withResolvers<void>()
  await page.route('**/api/v3/account/settings', async (route) => {
    await response.promise
    await route.continue()
  })
  await page.goto(`${origin}/about`)
  const link = page
    .getByRole('navigation')
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
  const element = await link.elementHandle()
  await link.click()
  await page.waitForURL(`${origin}/works`)
  response.resolve()
  await page.waitForURL(`${origin}/works?genres=demo-g01`)
  // The element must stay the same, or a click that starts before the filter is known would miss.
  expect(await link.evaluate((now, before) => now === before, element)).toBe(true)
  await page.goBack()
  await page.waitForURL(`${origin}/about`)
  expect(errors).toEqual([])
  await close()
})
