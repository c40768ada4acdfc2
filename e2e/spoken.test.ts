import { searchLyrics } from '@koedana/contract/lyrics.ts'
import { locales } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { openPage, visit } from './browser.ts'
import { lookAround } from './journey.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

const here = lookAround()
const word = '汽笛'
const clockOf = (seconds: number) => `0:${String(Math.floor(seconds)).padStart(2, '0')}`

/** Searches subtitle lines once indexing has finished. */
async function linesWith(q: string) {
  const call = clientOf(here().origin)
  await expect.poll(async () => (await call(searchLyrics, { query: { q } })).indexing).toBe(false)
  return call(searchLyrics, { query: { q, pageSize: 30 } })
}

/** Returns a line in the middle of its track, and its number in the list. */
async function lateLine() {
  const { items } = await linesWith(word)
  const at = items.findIndex(({ startMs }) => startMs > 6_000 && startMs < 60_000)
  const line = items[at]
  if (!line) throw new Error('no line is spoken late')
  return { at, line }
}

test('a line that is spoken is found from a search for works, and heard from its second', async () => {
  const { at, line } = await lateLine()
  const { total } = await linesWith(word)
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await keepAudio(page)
  await page.goto(`${here().origin}/works?q=${word}`)
  await page.getByRole('link', { name: `${t('spoken.also')} ${total}` }).click()
  await page.waitForURL('**/lyrics?q=*')
  const row = page
    .getByRole('list', { name: t('nav.spoken') })
    .getByRole('listitem')
    .nth(at)
  expect(await row.locator('mark').textContent()).toBe(word)
  await row.getByRole('button', { name: `Play from ${clockOf(line.startMs / 1000)}` }).click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(line.startMs / 1000 + 0.3)
  expect(await audioOf(page, 'currentTime')).toBeLessThan(line.startMs / 1000 + 20)
  const player = page.getByRole('region', { name: t('player.region') })
  await player.getByText(line.trackTitle, { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the keys alone do: words, an arrow down, enter', async () => {
  const { line } = await lateLine()
  const { items } = await linesWith(line.text)
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await keepAudio(page)
  await visit(page, `${here().origin}/lyrics`)
  await page.getByRole('heading', { name: t('spoken.start') }).waitFor()
  await page.getByRole('searchbox', { name: t('spoken.find') }).fill(line.text)
  const first = page
    .getByRole('list', { name: t('nav.spoken') })
    .getByRole('button')
    .first()
  await first.waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => first.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const start = (items[0]?.startMs ?? 0) / 1000
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(start + 0.3)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  expect(errors).toEqual([])
  await close()
})

test('the side bar leads there, and pages have addresses', async () => {
  const { total } = await linesWith('です')
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await visit(page, `${here().origin}/`)
  await page.getByRole('link', { name: t('nav.spoken') }).click()
  await page.getByRole('searchbox', { name: t('spoken.find') }).fill('です')
  await page.getByText(`${total} line`).waitFor()
  if (total > 30) {
    await page.getByRole('button', { name: t('common.next') }).click()
    await page.waitForURL('**/lyrics?q=*page=2')
  }
  await close()
})

test.each(locales)('what nobody says, and one character, are shown in words of %s', async (language) => {
  const { page, errors, close } = await openPage(here().browser, { language })
  await visit(page, `${here().origin}/lyrics?q=zzqqzz&page=x`)
  await page.getByRole('heading', { level: 2, name: /zzqqzz/ }).waitFor()
  expect(await page.getByRole('main').getByRole('link').getAttribute('href')).toBe('/works?q=zzqqzz')
  expect(await violationsByTheme(page)).toEqual(noViolations)
  await page.getByRole('searchbox').nth(0).fill('雨')
  await page.getByRole('heading', { level: 2, name: /zzqqzz/ }).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('what a visitor chose not to see is neither found nor counted', async () => {
  const { items, total } = await linesWith(word)
  const maker = items[0]?.work.maker
  if (!maker) throw new Error('the work has no maker')
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.addInitScript(
    (hidden) => {
      const nothing = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
      const choices = { policy: 'off', ageFilterMode: 'no_limit', excluded: { ...nothing, makers: [hidden] } }
      localStorage.setItem('choices', JSON.stringify(choices))
    },
    { id: maker.id, name: maker.name },
  )
  await visit(page, `${here().origin}/lyrics?q=${word}`)
  const call = clientOf(here().origin)
  const fewer = await call(searchLyrics, { query: { q: word, hiddenMakers: [maker.id], pageSize: 30 } })
  expect(fewer.total).toBeLessThan(total)
  await page.getByRole('main').getByText(`${fewer.total} line`).waitFor()
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(fewer.items.length)
  expect(errors).toEqual([])
  await close()
})
