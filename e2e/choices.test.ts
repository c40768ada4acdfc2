import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { lookAround } from './journey.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = lookAround()

test.each([360, 1440])(
  'works in rows, at %i pixels: one below the other, to the last, and after a reload',
  async (width) => {
    const { total, items } = await clientOf(here().origin)(listWorks, { query: { sort: 'salesDesc' } })
    const { page, errors, close } = await openPage(here().browser, {
      language: 'en-US',
      viewport: { width, height: 800 },
    })
    await page.goto(`${here().origin}/works?sort=salesDesc`)
    const density = page.getByRole('combobox', { name: t('settings.density') })
    await density.selectOption({ label: t('settings.rows') })
    await page.reload()
    expect(await density.inputValue()).toBe('rows')
    const works = page.getByRole('list', { name: t('nav.works') }).getByRole('listitem')
    const titles = works.getByRole('heading')
    await expect
      .poll(async () => (await titles.allTextContents()).slice(0, 5))
      .toEqual(items.slice(0, 5).map(({ title }) => title))
    const boxes = await works.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().toJSON()))
    expect(new Set(boxes.map(({ x }) => x)).size).toBe(1)
    expect(boxes.slice(1).every(({ top }, at) => top === boxes[at].bottom)).toBe(true)
    // Only part of the list is in the document, but the keys reach the last entry.
    expect(boxes.length).toBeLessThan(total)
    await settled(page)
    await works.first().getByRole('link').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.locator('[data-card="1"] a:focus').count()).toBe(1)
    await page.keyboard.press('End')
    await expect.poll(() => page.locator(`[data-card="${total - 1}"] a:focus`).count()).toBe(1)
    expect(errors).toEqual([])
    await close()
  },
)

test('a random order holds, and is another after shuffling again', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works`)
  expect(await page.getByRole('button', { name: t('works.shuffle') }).count()).toBe(0)
  await page.getByRole('combobox', { name: t('works.sort') }).selectOption('random')
  await page.waitForURL((url) => url.searchParams.has('seed'))
  const seed = () => new URL(page.url()).searchParams.get('seed') ?? ''
  const shown = async () =>
    (await page.getByRole('article').getByRole('heading').allTextContents()).slice(0, 8)
  const expected = async () => {
    const query = { sort: 'random' as const, seed: Number(seed()), pageSize: 8 }
    return (await clientOf(here().origin)(listWorks, { query })).items.map(({ title }) => title)
  }
  const [firstSeed, first] = [seed(), await expected()]
  await expect.poll(shown).toEqual(first)
  await page.getByRole('button', { name: t('works.shuffle') }).click()
  await page.waitForURL((url) => url.searchParams.get('seed') !== firstSeed)
  await expect.poll(shown).toEqual(await expected())
  await page.goBack()
  await expect.poll(shown).toEqual(first)
  expect(errors).toEqual([])
  await close()
})

test('single keys act until they are switched off, and stay off', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  const isInBox = () =>
    page.getByRole('combobox', { name: t('search.label') }).evaluate((box) => box === document.activeElement)
  await page.goto(`${here().origin}/settings`)
  await page.getByRole('heading', { name: t('nav.settings') }).click()
  await page.keyboard.press('/')
  await expect.poll(isInBox).toBe(true)
  const keys = page.getByRole('switch', { name: t('settings.keys') })
  await keys.uncheck()
  await page.reload()
  expect(await keys.isChecked()).toBe(false)
  await page.getByRole('heading', { name: t('nav.settings') }).click()
  await page.keyboard.press('/')
  expect(await isInBox()).toBe(false)
  await keys.check()
  await page.keyboard.press('/')
  await expect.poll(isInBox).toBe(true)
  expect(errors).toEqual([])
  await close()
})
