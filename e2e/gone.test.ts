import { listEntities } from '@koedana/contract/entities.ts'
import { entityKinds } from '@koedana/contract/values.ts'
import { getWork, listWorks } from '@koedana/contract/works.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { openPage, visit, type WatchedPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { t, textIn } from './words.ts'

const here = journey(peopledFolder)
const work = 'RJ90000027'

const unknown = [
  ['zh-CN', 'artists', '没有找到声优 nobody', '关注'],
  ['en-US', 'makers', 'Circle nobody not found', t('follow.follow')],
  ['en-US', 'series', 'Series nobody not found', t('follow.follow')],
  ['en-US', 'artists', 'Voice actor nobody not found', t('follow.follow')],
  ['en-US', 'illustrators', 'Illustrator nobody not found', t('follow.follow')],
  ['en-US', 'genres', 'Genre nobody not found', t('follow.follow')],
  ['ja-JP', 'artists', '声優 nobody は見つかりません', textIn('ja-JP', 'follow.follow')],
] as const

test.each(unknown)(
  'in %s, a page of %s that nobody knows says so, and offers nothing to follow',
  async (language, kind, sentence, follow) => {
    const { page, close } = await openPage(here().browser, { language })
    await page.goto(`${here().origin}/works?${kind}=nobody`)
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: sentence }).waitFor()
    await settled(page)
    expect(await main.getByRole('button', { name: follow }).count()).toBe(0)
    // The page shows the message, so no notice repeats it.
    expect(await notices(page, '').count()).toBe(0)
    await main.locator(`a[href="/${kind}"]`).click()
    await page.waitForURL(`${here().origin}/${kind}`)
    await close()
  },
)

test('a filter that names somebody who is gone stays a list', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works?excludedArtists=nobody`)
  const { total } = await clientOf(here().origin)(listWorks, {})
  await page.getByText(`${total} works`, { exact: true }).waitFor()
  await close()
})

const readers = [
  ['a visitor', undefined],
  ['a member', 'midori'],
] as const

test.each(readers)(
  '%s who never wants to see a genre again sees that its work is hidden, and can undo it',
  async (_who, name) => {
    const { page, errors, close } = await open(name)
    const [genre] = (await clientOf(here().origin)(getWork, { params: { id: work } })).genres
    if (!genre) throw new Error('the work has no genres')
    await visit(page, `${here().origin}/work/${work}`)
    const main = page.getByRole('main')
    await neverShow(page, main.getByRole('link', { name: genre.name, exact: true }).first())
    await main.getByRole('heading', { level: 1, name: t('content.hiddenByChoice') }).waitFor()
    await main.getByText(genre.name, { exact: true }).waitFor()
    await notices(page, t('content.nowHidden', { name: genre.name })).waitFor()
    await settled(page)
    // The work does not reappear through another page.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('nav.rankings') })
      .first()
      .click()
    await page.waitForURL('**/rankings')
    await page.goBack()
    await main.getByRole('heading', { level: 1, name: t('content.hiddenByChoice') }).waitFor()
    await main.getByRole('button', { name: `Show ${genre.name} again` }).click()
    await main.getByRole('button', { name: t('favorites.favorite'), exact: true }).waitFor()
    await settled(page)
    await main.getByRole('link', { name: genre.name, exact: true }).first().waitFor()
    expect(await failures(page)).toEqual([])
    expect(errors).toEqual([])
    await close()
  },
)

test.each(readers)(
  '%s who never wants to see the artist of a page is led to the list without them',
  async (_who, name) => {
    const { page, errors, close } = await open(name)
    const [artist] = (await clientOf(here().origin)(listEntities, { params: { kind: 'artists' } })).items
    if (!artist) throw new Error('the demo has no artists')
    await visit(page, `${here().origin}/works?artists=${artist.id}`)
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: artist.name }).waitFor()
    await neverShow(
      page,
      page.getByRole('list', { name: t('filter.active') }).getByText(artist.name, { exact: true }),
    )
    await page.waitForURL(`${here().origin}/works`)
    await notices(page, t('content.nowHidden', { name: artist.name })).waitFor()
    await settled(page)
    expect(await failures(page)).toEqual([])
    expect(errors).toEqual([])

    await page.goto(`${here().origin}/works?artists=${artist.id}`)
    await main.getByRole('heading', { level: 1, name: t('content.hiddenByChoice') }).waitFor()
    await main.getByRole('button', { name: `Show ${artist.name} again` }).click()
    await main.getByRole('heading', { level: 1, name: artist.name }).waitFor()
    await close()
  },
)

test('every kind of entity has words for one that is not here', () => {
  expect(new Set(unknown.map(([, kind]) => kind))).toEqual(new Set(entityKinds))
})

async function open(name: string | undefined): Promise<WatchedPage> {
  const { browser, origin } = here()
  if (name === undefined) return openPage(browser, { language: 'en-US' })
  return openPageAs(browser, { origin, signedIn: await signInTo(origin, name) })
}

async function neverShow(page: Page, what: Locator): Promise<void> {
  await what.click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('content.neverShow') }).click()
}

/** Returns the texts of error notices. */
const failures = (page: Page) =>
  page.locator('#root > [aria-live] div', { has: page.locator('svg.text-neg') }).allTextContents()
