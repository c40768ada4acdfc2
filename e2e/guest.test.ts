/** A guest finds playable works, whether or not guests may listen. */
import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { listWorks, type WorkCard } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, password, peopledFolder, signInTo } from './people.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)
const main = (page: Page) => page.getByRole('main')

/** Enters as a guest and walks from home through a filter to a playable work. */
async function walkToWork(visitorsMayListen: boolean) {
  const { browser, origin } = here()
  const { token } = await signInTo(origin, 'haruka')
  await clientAs(origin, token)(updateSiteSettings, {
    body: { visitorsMayListen, registration: 'open' },
  })
  const { items } = await clientOf(origin)(listWorks, { query: { inLibrary: true } })
  const work = items.find(({ genres }) => genres.length > 0)
  const genre = work?.genres[0]
  if (!work || !genre) throw new Error('no work of the library has a genre')
  const opened = await openPage(browser, { language: 'en-US' })
  const { page } = opened
  await keepAudio(page)
  await page.goto(`${origin}/auth/login`)
  await page.getByRole('button', { name: t('auth.guest') }).click()
  await page.waitForURL(`${origin}/`)
  await main(page).getByRole('article').first().waitFor()
  await page
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
    .click()
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  await panel.getByText(t('filter.inLibrary'), { exact: true }).click()
  await panel
    .getByRole('searchbox', { name: t('filter.find', { kind: t('filter.genres') }) })
    .fill(genre.name)
  await panel.getByRole('button', { name: `Include ${genre.name}`, exact: true }).click()
  await page.waitForURL((url) => url.searchParams.has('genres'))
  await main(page).getByRole('link', { name: work.title, exact: true }).click()
  await page.waitForURL(`**/work/${work.id}`)
  return { ...opened, work, play: main(page).getByRole('button', { name: t('work.play'), exact: true }) }
}

const sounds = (page: Page) => expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)

test('where guests may not listen, Play says so and leads to an account of their own, and back to the work', async () => {
  const { page, errors, close, work, play } = await walkToWork(false)
  await play.click()
  await notices(page, 'Guests cannot listen here').waitFor()
  await page.waitForURL((url) => url.pathname === '/auth/register')
  await page.getByLabel(t('account.username')).fill('tsubame')
  await page.getByLabel(t('account.password'), { exact: true }).fill(password)
  await page.getByLabel(t('account.repeatPassword')).fill(password)
  await main(page)
    .getByRole('button', { name: t('auth.register') })
    .click()
  await page.waitForURL(`**/work/${work.id}`)
  await play.click()
  await sounds(page)
  expect(errors).toEqual([])
  await close()
})

test('where guests may listen, they hear the work and find it again among their favorites', async () => {
  const { page, errors, close, work, play } = await walkToWork(true)
  await play.click()
  await sounds(page)
  await main(page)
    .getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: false })
    .click()
  await notices(page, t('message.addedToFavorites')).waitFor()
  await page
    .getByRole('link', { name: t('nav.favorites'), exact: true })
    .first()
    .click()
  await cardOf(page, work).waitFor()
  await page
    .getByRole('button', { name: t('player.pause'), exact: true })
    .first()
    .waitFor()
  expect(errors).toEqual([])
  await close()
})

const cardOf = (page: Page, { title }: WorkCard) =>
  main(page).getByRole('link', { name: title, exact: true }).first()
