import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listEntities } from '@koedana/contract/entities.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { librivoxFeed } from '../bench/sources/librivox.ts'
import { clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { koedana, temporaryFolder } from './server.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = journey(async () => {
  const folder = await temporaryFolder()
  const feed = join(folder.path, 'librivox.jsonl')
  await writeFile(feed, librivoxFeed())
  expect(await koedana(folder.path, 'import', feed)).toContain('9715 works added')
  return folder
})

test('a visitor includes an artist, excludes a genre, sorts, reloads and opens a work', async () => {
  const call = clientOf(here().origin)
  const [artist] = (await call(listEntities, { params: { kind: 'artists' } })).items
  const artistWorks = await call(listWorks, { query: { artists: [artist?.id ?? ''], pageSize: 100 } })
  const genre = artistWorks.items[0]?.genres[0]
  if (!artist || !genre) throw new Error('the catalogue has neither artists nor genres')
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })

  await page.goto(`${here().origin}/works`)
  await page.getByText('9,715 works').waitFor()
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  await panel.getByText(t('filter.artists'), { exact: true }).click()
  await panel
    .getByRole('searchbox', { name: t('filter.find', { kind: t('filter.artists') }) })
    .fill(artist.name)
  await panel.getByRole('button', { name: `Include ${artist.name}`, exact: true }).click()
  await page.getByText(countText(artistWorks.total), { exact: true }).waitFor()
  await panel
    .getByRole('searchbox', { name: t('filter.find', { kind: t('filter.genres') }) })
    .fill(genre.name)
  await panel.getByRole('button', { name: `Exclude ${genre.name}`, exact: true }).click()
  await page.getByRole('combobox', { name: t('works.sort') }).selectOption('salesDesc')

  const wanted = {
    artists: [artist.id],
    excludedGenres: [genre.id],
    sort: 'salesDesc' as const,
    pageSize: 100,
  }
  const expected = await call(listWorks, { query: wanted })
  expect(expected.total).toBeLessThan(artistWorks.total)
  const shown = partText(expected.total)
  await page.getByText(shown).waitFor()
  const search = new URL(page.url()).searchParams
  expect(search.getAll('artists')).toEqual([artist.id])
  expect(search.getAll('excludedGenres')).toEqual([genre.id])
  expect(search.get('sort')).toBe('salesDesc')

  const firstTitles = () =>
    page
      .locator('main article h2')
      .evaluateAll((titles) => titles.slice(0, 4).map((title) => title.textContent))
  const titles = expected.items.slice(0, 4).map(({ title }) => title)
  await expect.poll(firstTitles).toEqual(titles)
  await page.reload()
  await page.getByText(shown).waitFor()
  await expect.poll(firstTitles).toEqual(titles)

  await page.getByRole('button', { name: `Remove not ${genre.name}`, exact: true }).click()
  await page.getByText(countText(artistWorks.total), { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.has('excludedGenres')).toBe(false)
  await page.goBack()
  await page.getByText(shown).waitFor()
  await expect.poll(firstTitles).toEqual(titles)

  await page.locator('main article a').first().click()
  await page.getByRole('heading', { level: 1, name: titles[0] ?? '', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/work/${expected.items[0]?.id}`)
  expect(errors).toEqual([])
  await close()
})

test('the list reaches its last work and comes back to its position', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works?sort=releaseDateAsc`)
  await page.getByText('9,715 works').waitFor()
  // The focus must wait for a card whose page is still loading.
  await page.route('**/api/v3/works?*page=162*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await settled(page)
  await page.locator('main article a').first().focus()
  await page.keyboard.press('End')
  const last = page.locator('[data-card="9714"] a')
  await last.waitFor()
  await expect.poll(() => last.evaluate((link) => link === document.activeElement)).toBe(true)
  const title = await last.textContent()
  await last.click()
  await page.getByRole('heading', { level: 1, name: title ?? '', exact: true }).waitFor()
  await page.goBack()
  await page.locator('[data-card="9714"] a').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a page of the list that fails offers to try again', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  let isDown = false
  await page.route('**/api/v3/works?*page=162*', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(`${here().origin}/works?sort=releaseDateAsc`)
  await page.getByText('9,715 works').waitFor()
  await settled(page)
  isDown = true
  await page.locator('main article a').first().focus()
  await page.keyboard.press('End')
  const again = page.getByRole('button', { name: t('common.retry') })
  await again.waitFor()
  isDown = false
  await again.click()
  await page.locator('[data-card="9714"] a').waitFor()
  await again.waitFor({ state: 'detached' })
  await close()
})

test('an unknown path leads home, an unknown work says so, a value that means nothing is dropped', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/no/such/page`)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await page.getByText(t('message.pageNotFound')).waitFor()
  await page.goto(`${here().origin}/work/RJ01999999`)
  await page.getByText(t('work.unknown', { id: 'RJ01999999' })).waitFor()
  await page.goto(`${here().origin}/works?minPrice=cheap&sort=sideways`)
  await page.getByText('9,715 works').waitFor()
  await close()
})

const countText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'work' : 'works'}`
/** Matches the number of works; if the list is filtered, with "of" and the artist's total. */
const partText = (count: number) => new RegExp(`^${count.toLocaleString('en-US')}( of [0-9,]+)? works?$`)
