import { listEntities } from '@koedana/contract/entities.ts'
import { getWork, listWorks } from '@koedana/contract/works.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { openPage, visit } from './browser.ts'
import { lookAround } from './journey.ts'
import { settled } from './settled.ts'
import { t, textIn } from './words.ts'

const here = lookAround()

test('a right click on a card includes its circle, then leaves the work out', async () => {
  const work = await firstWork()
  const makers = [work.maker?.id ?? '']
  const call = clientOf(here().origin)
  const { total } = await call(listWorks, { query: { makers } })
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await visit(page, `${here().origin}/works`)
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: work.title, exact: true }) })
  const menu = page.getByRole('menu', { name: work.title })
  await card.click({ button: 'right' })
  await choose(page, menu.getByRole('menuitem', { name: t('menu.include') }))
  await choose(page, page.getByRole('menuitem', { name: work.maker?.name ?? '' }))
  await page.waitForURL((url) => url.searchParams.get('makers') === makers[0])
  await page.getByText(`${total} works`, { exact: true }).waitFor()
  await settled(page)

  await card.click({ button: 'right' })
  await choose(page, menu.getByRole('menuitem', { name: t('menu.exclude') }))
  await choose(page, page.getByRole('menuitem', { name: t('menu.thisWork') }))
  await page.waitForURL((url) => url.searchParams.get('excludedWorks') === work.id)
  await page.getByText(`${total - 1} works`, { exact: true }).waitFor()
  await card.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('the headings of a work and of its circle have the menu of what they name', async () => {
  const work = await firstWork()
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  for (const [path, name] of [
    [`/work/${work.id}`, work.title],
    [`/works?makers=${work.maker?.id}`, work.maker?.name ?? ''],
  ] as const) {
    await visit(page, here().origin + path)
    await page.getByRole('heading', { level: 1, name, exact: true }).click({ button: 'right' })
    const menu = page.getByRole('menu', { name, exact: true })
    await menu.getByRole('menuitem', { name: t('menu.copyId') }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  }
  expect(errors).toEqual([])
  await close()
})

test.each([
  ['en-US', t('menu.copyId'), t('copy.help')],
  ['zh-CN', textIn('zh-CN', 'menu.copyId'), '文本已选中，请按 Ctrl+C 或 ⌘C。'],
  ['ja-JP', textIn('ja-JP', 'menu.copyId'), 'Ctrl+C か ⌘C でコピーできます。'],
] as const)(
  'where the browser has no clipboard, the text is offered selected, in %s',
  async (language, entry, title) => {
    const { page, errors, close } = await openPage(here().browser, { language })
    // Pages on plain HTTP have no clipboard.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await visit(page, `${here().origin}/works`)
    // Which edition represents a work depends on the language.
    const card = page.getByRole('article').first()
    const address = await card.getByRole('link').first().getAttribute('href')
    await card.click({ button: 'right' })
    await choose(page, page.getByRole('menuitem', { name: entry }))
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('textbox').waitFor()
    const selected = () => page.evaluate(() => getSelection()?.toString())
    await expect.poll(selected).toBe(/[A-Z]{2}\d+/.exec(address ?? '')?.[0])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await close()
  },
)

test('it copies the id and the name, and leads to what is similar', async () => {
  const work = await firstWork()
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US', permissions })
  await page.goto(`${here().origin}/works`)
  const link = page.getByRole('main').getByRole('link', { name: work.title, exact: true })
  const chooseEntry = async (entry: string) => {
    await link.click({ button: 'right' })
    await choose(page, page.getByRole('menuitem', { name: entry, exact: true }))
  }
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await chooseEntry(t('menu.copyId'))
  await page.getByText(`Copied: ${work.id}`).waitFor()
  expect(await copied()).toBe(work.id)
  await chooseEntry(t('menu.copyName'))
  await page.getByText(`Copied: ${work.title}`).waitFor()
  expect(await copied()).toBe(work.title)
  await chooseEntry(t('similar.title'))
  await page.waitForURL(`**/work/${work.id}#similar`)
  await expect.poll(() => page.locator('#similar:focus').count()).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test.each(['Shift+F10', 'ContextMenu'])(
  '%s opens it, arrows choose, Escape gives the focus back',
  async (keys) => {
    const work = await firstWork()
    const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
    await page.goto(`${here().origin}/works`)
    const link = page.getByRole('main').getByRole('link', { name: work.title, exact: true })
    const isFocused = () => link.evaluate((element) => element === document.activeElement)
    const menu = page.getByRole('menu', { name: work.title })
    await link.focus()
    await page.keyboard.press(keys)
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(isFocused).toBe(true)

    await page.keyboard.press(keys)
    const exclude = menu.getByRole('menuitem', { name: t('menu.exclude') })
    await exclude.waitFor()
    while (!(await exclude.evaluate((entry) => entry === document.activeElement))) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('ArrowRight')
    const thisWork = page.getByRole('menuitem', { name: t('menu.thisWork') })
    await expect.poll(() => thisWork.evaluate((entry) => entry === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('excludedWorks') === work.id)
    expect(errors).toEqual([])
    await close()
  },
)

test('an active filter has one too: excluded instead, then taken off', async () => {
  const [genre] = (await clientOf(here().origin)(listEntities, { params: { kind: 'genres' } })).items
  if (!genre) throw new Error('the demo has no genres')
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works?genres=${genre.id}`)
  const chips = page.getByRole('list', { name: t('filter.active') })
  const menu = page.getByRole('menu', { name: genre.name })
  await chips.getByText(genre.name, { exact: true }).click({ button: 'right' })
  expect(await menu.getByRole('menuitem', { name: `Include ${genre.name}` }).count()).toBe(0)
  await choose(page, menu.getByRole('menuitem', { name: `Exclude ${genre.name}` }))
  await page.waitForURL((url) => url.search === `?excludedGenres=${genre.id}`)
  const remove = chips.getByRole('button', { name: `Remove not ${genre.name}`, exact: true })
  await remove.focus()
  await page.keyboard.press('Shift+F10')
  await choose(page, menu.getByRole('menuitem', { name: t('filter.release') }))
  await page.waitForURL((url) => url.search === '')
  expect(errors).toEqual([])
  await close()
})

test('an edition has one', async () => {
  const call = clientOf(here().origin)
  const works = (await call(listWorks, { query: { pageSize: 100 } })).items
  const found = []
  for (const { id } of works) {
    const { editions } = await call(getWork, { params: { id } })
    const edition = editions.find((one) => one.id !== id)
    if (edition) found.push({ id, edition })
    if (edition) break
  }
  const [{ id, edition } = { id: '', edition: undefined }] = found
  if (!edition) throw new Error('the demo has no editions')
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await visit(page, `${here().origin}/work/${id}`)
  const link = page.getByRole('main').locator(`dd a[href="/work/${edition.id}"]`)
  await link.click({ button: 'right' })
  const menu = page.getByRole('menu', { name: edition.title })
  await choose(page, menu.getByRole('menuitem', { name: t('menu.excludeThis') }))
  await page.waitForURL((url) => url.search === `?excludedWorks=${edition.id}`)
  await page.getByRole('button', { name: `Remove not ${edition.id}` }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a finger that rests on a card opens it, and lifting the finger opens nothing else', async () => {
  const { page, menu, finger, errors, close } = await longPress()
  await finger.lift()
  await menu.getByRole('menuitem', { name: t('menu.copyId') }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/works')
  const heights = await menu
    .getByRole('menuitem')
    .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  expect(errors).toEqual([])
  await close()
})

test('however long the finger rests, the menu stays when it lifts: a tap chooses, a tap beside it closes', async () => {
  const { page, work, menu, finger, errors, close } = await longPress()
  await page.waitForTimeout(1_500)
  await finger.lift()
  // A closing menu is animated and must not receive taps.
  await page.waitForTimeout(500)
  await menu.getByRole('menuitem', { name: t('menu.copyId') }).tap()
  await page.getByText(`Copied: ${work.id}`).waitFor()
  await menu.waitFor({ state: 'detached' })

  await finger.rest()
  await menu.waitFor()
  await page.waitForTimeout(1_500)
  await finger.lift()
  await page.waitForTimeout(500)
  expect(await menu.isVisible()).toBe(true)
  await page.touchscreen.tap(200, 60)
  await menu.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/works')
  expect(errors).toEqual([])
  await close()
})

/**
 * Clicks an entry once the menu has stopped moving: otherwise Playwright scrolls the page, and the menu moves away from the pointer,
 * which closes a submenu.
 */
async function choose(page: Page, entry: Locator): Promise<void> {
  await entry.waitFor()
  await settled(page)
  await entry.click()
}

/** Opens the menu of the first card by a long press on a phone. */
async function longPress() {
  const work = await firstWork()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const permissions = ['clipboard-read', 'clipboard-write']
  const opened = await openPage(here().browser, { language: 'en-US', permissions, ...phone })
  const { page } = opened
  await visit(page, `${here().origin}/works`)
  const link = page.getByRole('main').getByRole('link', { name: work.title, exact: true })
  const box = await link.boundingBox()
  if (!box) throw new Error('the card is not on screen')
  const touch = await page.context().newCDPSession(page)
  const point = { x: box.x + 20, y: box.y + 8 }
  const finger = {
    rest: () => touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    lift: () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  }
  const menu = page.getByRole('menu', { name: work.title })
  await finger.rest()
  await menu.waitFor()
  return { ...opened, work, menu, finger }
}

async function firstWork() {
  const [work] = (await clientOf(here().origin)(listWorks, {})).items
  if (!work) throw new Error('the demo has no works')
  return work
}
