/** Listening and browsing while thousands of works are imported. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFavorites } from '@koedana/contract/favorites.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, onTestFinished, test } from 'vitest'
import { librivoxFeed } from '../bench/sources/librivox.ts'
import { clientAs } from './api.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { type DataFolder, koedana } from './server.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

let folder: DataFolder | undefined
const here = journey(async () => {
  folder = await peopledFolder()
  return folder
})

/** Imports the feed again and again with changing prices. Returns a function that stops it. */
function importAgainAndAgain(folder: string): () => Promise<number> {
  let isWanted = true
  const run = async () => {
    const lines = librivoxFeed().trimEnd().split('\n')
    let rounds = 0
    do {
      const priced = lines.map((line) => {
        const work: unknown = JSON.parse(line)
        return JSON.stringify({ ...Object(work), price: 500 + rounds })
      })
      const feed = join(folder, 'many.jsonl')
      await writeFile(feed, priced.join('\n'))
      await koedana(folder, 'import', feed)
      rounds++
    } while (isWanted)
    return rounds
  }
  const rounds = run()
  return () => {
    isWanted = false
    return rounds
  }
}

test('a listener browses, plays and marks while thousands of works are imported', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const [work] = (await call(listWorks, { query: { inLibrary: true, sort: 'durationDesc' } })).items
  if (!work || !folder) throw new Error('the shelf is empty')
  const end = importAgainAndAgain(folder.path)
  onTestFinished(async () => void (await end()))
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  const main = page.getByRole('main')
  await keepAudio(page)
  await page.goto(origin)
  await main.getByRole('article').first().waitFor()
  await page
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
    .click()
  await main.getByRole('article').first().waitFor()
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  await panel.getByText(t('filter.inLibrary'), { exact: true }).click()
  await page.waitForURL((url) => url.searchParams.has('inLibrary'))
  await page.getByRole('combobox', { name: t('works.sort') }).selectOption('durationDesc')
  const first = main.getByRole('article').first()
  await first.getByRole('link', { name: work.title, exact: true }).click()
  await page.waitForURL(`**/work/${work.id}`)
  await main.getByRole('button', { name: t('work.play'), exact: true }).click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  await main.getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: false }).click()
  await notices(page, t('message.addedToFavorites')).waitFor()
  await main.getByRole('button', { name: t('marks.want'), exact: true }).click()
  await main.getByRole('button', { name: t('marks.want'), exact: true, pressed: true }).waitFor()
  await page
    .getByRole('link', { name: t('nav.favorites'), exact: true })
    .first()
    .click()
  await main.getByRole('link', { name: work.title, exact: true }).first().waitFor()
  await page
    .getByRole('button', { name: t('player.pause'), exact: true })
    .first()
    .waitFor()

  expect(await end()).toBeGreaterThan(0)
  expect((await call(listFavorites, { query: {} })).items.map(({ id }) => id)).toEqual([work.id])
  await page.goto(`${origin}/works?progress=want`)
  await main.getByRole('link', { name: work.title, exact: true }).waitFor()
  const total = async () => (await call(listWorks, {})).total
  await expect.poll(total).toBeGreaterThan(9_715)
  await page.goto(`${origin}/works`)
  await main.getByText(`${(await total()).toLocaleString('en-US')} works`, { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})
