import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveSettings } from '@koedana/contract/account.ts'
import { loginAsGuest } from '@koedana/contract/auth.ts'
import { addFavorite } from '@koedana/contract/favorites.ts'
import { withDatabase } from '@koedana/server/commands/with-database.ts'
import { readConfig } from '@koedana/server/config.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage, visit, type WatchedPage } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, openPageAs, peopledFolder, signInTo } from './people.ts'
import { koedana, temporaryFolder } from './server.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

/** Every work is above the visitors' age limit; `midori` may see them all. */
const full = journey(async () => {
  const folder = await peopledFolder()
  await withDatabase(readConfig({ DATA_DIR: folder.path }), ({ write }) =>
    write.updateTable('work').set({ age_category: 'r15' }).execute(),
  )
  return folder
})
/** A server without works. */
const empty = journey(async () => {
  const folder = await temporaryFolder()
  await addUser(folder.path, 'haruka', '--role', 'admin')
  await addUser(folder.path, 'midori', '--age', 'r15')
  return folder
})
/** A server without an administrator. */
const unattended = journey(async () => {
  const folder = await temporaryFolder()
  const feed = join(folder.path, 'feed.jsonl')
  await writeFile(feed, JSON.stringify({ id: 'RJ01000001', name: 'Lantern', ageCategory: 'all' }))
  await koedana(folder.path, 'import', feed)
  return folder
})

const lists = [
  '/',
  '/works',
  '/works?sort=popular&period=daily',
  '/makers',
  '/series',
  '/genres',
  '/rankings',
]
const choices = {
  policy: 'moderate' as const,
  ageFilterMode: 'adults_only' as const,
  filterDefaults: {},
  excluded: { makers: [], series: [], artists: [], illustrators: [], genres: [] },
}
const title = t('empty.settings')

/** Returns the text of the main part once the empty state is shown. */
async function textAt(page: Page, url: string): Promise<string> {
  await visit(page, url)
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: nothing }).waitFor()
  await settled(page)
  return main.innerText()
}

const nothing = /^(Nothing to show here|No matching|No results|Your library is empty)/

test('what own settings hide is said on every list, and leads to them', async () => {
  const { browser, origin } = full()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  await call(addFavorite, { params: { id: 'RJ90000002' } })
  await call(saveSettings, { body: choices })
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  const main = page.getByRole('main')
  for (const path of [...lists, '/favorites']) {
    await page.goto(origin + path)
    await main.getByRole('heading', { name: title }).waitFor()
    expect(await main.innerText()).toMatch(/\d+ (works? )?hidden by your content filters/)
    expect(await main.innerText()).not.toMatch(/koedana import|Show all works|may see more/)
    await main.getByRole('link', { name: t('content.title') }).click()
    await page.waitForURL('**/settings#content')
  }
  // A filter can be too narrow in addition to hidden works.
  await page.goto(`${origin}/works?minPrice=1`)
  await main.getByRole('heading', { name: t('works.empty') }).waitFor()
  await main.getByRole('link', { name: /works hidden by your content filters/ }).waitFor()
  await main.getByRole('link', { name: t('works.everything') }).click()
  await main.getByRole('heading', { name: title }).waitFor()

  await call(saveSettings, { body: { ...choices, policy: 'strict' } })
  await page.goto(origin)
  await main.getByText(t('content.nothingLeft')).waitFor()
  await call(saveSettings, { body: { ...choices, ageFilterMode: 'no_limit' } })
  await page.goto(`${origin}/works`)
  await main.getByRole('article').first().waitFor()
  expect(errors).toEqual([])
  await close()
})

test('what a ceiling hides looks as if it had never been there', async () => {
  const guests = await Promise.all(
    [full().origin, empty().origin].map((origin) => clientOf(origin)(loginAsGuest, {})),
  )
  for (const who of ['visitor', 'guest'] as const) {
    const [ofFull, ofEmpty] = await Promise.all(
      [full(), empty()].map(async ({ browser, origin }, at) => {
        const signedIn = guests[at]
        const options = { language: 'en-US' }
        return who === 'guest' && signedIn
          ? openPageAs(browser, { origin, signedIn }, options)
          : openPage(browser, options)
      }),
    )
    if (!ofFull || !ofEmpty) throw new Error('no pages')
    const filtered = ['/works?minPrice=1', '/works?q=rain', '/makers?q=a']
    for (const path of who === 'visitor' ? [...lists, ...filtered] : ['/', '/works', '/genres']) {
      const said = await textAt(ofFull.page, full().origin + path)
      await textAt(ofEmpty.page, empty().origin + path)
      // The two pages may draw late parts at different times.
      const shown = ({ page }: WatchedPage) => page.getByRole('main').innerText()
      const isSame = async () => (await shown(ofFull)) === (await shown(ofEmpty))
      await expect.poll(isSame, { message: path }).toBe(true)
      if (lists.includes(path)) expect(said).toContain(t('empty.title'))
      expect(said).not.toMatch(/koedana import|hidden/)
    }
    const more = who === 'guest' ? t('empty.account') : t('empty.login')
    expect(await textAt(ofFull.page, full().origin)).toContain(more)
    await Promise.all([ofFull.close(), ofEmpty.close()])
  }
})

test('a visitor who sees nothing signs in and is back on the list', async () => {
  const { browser, origin } = full()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/makers`)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('auth.login') })
    .click()
  await page.waitForURL((url) => url.searchParams.get('redirect') === '/makers')
  await close()
})

test('only an administrator is shown how to fill the shelf', async () => {
  const { browser, origin } = empty()
  for (const name of ['haruka', 'midori']) {
    const signedIn = await signInTo(origin, name)
    const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
    for (const path of ['/', '/works']) {
      const said = await textAt(page, origin + path)
      expect([name, path, said.includes(t('demo.load'))]).toEqual([name, path, name === 'haruka'])
      expect(said).not.toContain(t('works.everything'))
    }
    expect(errors).toEqual([])
    await close()
  }
})

test('as long as there is no administrator, home and login say so and lead to the set-up', async () => {
  const { browser, origin } = unattended()
  const here = await openPage(browser, { language: 'en-US' })
  // With this header, the server cannot know that the browser is on the same machine.
  const away = await openPage(browser, {
    language: 'en-US',
    extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.7' },
  })
  for (const path of ['/', '/auth/login']) {
    for (const [{ page }, help, link] of [
      [here, 'Set it up, add your first folder', t('setup.start')],
      [away, 'with the code printed at startup', t('setup.haveCode')],
    ] as const) {
      await page.goto(origin + path)
      await page.getByText(t('setup.neededTitle')).waitFor()
      await page.getByText(help).waitFor()
      await page.getByRole('main').getByRole('link', { name: link }).click()
      await page.waitForURL('**/setup')
    }
  }
  await Promise.all([here.close(), away.close()])
  // Nothing is shown once there is an administrator.
  const { page, close } = await openPage(full().browser, { language: 'en-US' })
  expect(await textAt(page, full().origin)).not.toContain('administrator')
  await close()
})
