import { createPlaylist, getPlaylist, listPlaylists } from '@koedana/contract/playlists.ts'
import { listWorks } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

const playablesOf = async (origin: string) =>
  (await clientOf(origin)(listWorks, { query: { inLibrary: true, pageSize: 6 } })).items

const titlesOf = (page: Page) =>
  page
    .locator('main ol > li')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('a')?.textContent ?? ''))

/** The menu element itself has the focus first and contains all texts. */
const focusedEntry = (page: Page) =>
  page.evaluate(() => document.querySelector('[role=menuitem]:focus')?.textContent ?? '')

test('works and tracks are put into a playlist, arranged by keys and by drag, played, taken out and back', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const [first, second] = await playablesOf(origin)
  if (!first || !second) throw new Error('the shelf is empty')
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await keepAudio(page)
  await page.goto(`${origin}/work/${first.id}`)
  await page.getByRole('button', { name: t('select.playlist'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('playlists.newName')).fill('Rainy nights')
  await page.keyboard.press('Enter')
  await notices(page, 'Added to “Rainy nights”').waitFor()
  await expect.poll(() => dialog.count()).toBe(0)

  // Everything works with the keyboard only, from the menu of the second work.
  await page.goto(`${origin}/works?inLibrary=true`)
  await page.getByRole('article').getByRole('link', { name: second.title }).first().focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: t('select.playlist') }).waitFor()
  await settled(page)
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await focusedEntry(page)).includes(t('select.playlist'))) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  const choice = dialog.getByRole('button', { name: /^Rainy nights/ })
  await choice.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => choice.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Escape')

  await page.goto(`${origin}/work/${first.id}`)
  await page
    .getByRole('button', { name: /^Add to playlist… / })
    .first()
    .click()
  await dialog.getByRole('button', { name: /^Rainy nights/ }).click()
  await expect
    .poll(() => dialog.getByRole('button', { name: /^Rainy nights/ }).getAttribute('aria-pressed'))
    .toBe('true')
  await dialog.getByRole('button', { name: t('common.close') }).click()

  await page
    .getByRole('navigation', { name: t('nav.browse') })
    .getByRole('link', { name: t('nav.playlists') })
    .click()
  await page.getByRole('link', { name: 'Rainy nights' }).click()
  await page.getByText('3 items').waitFor()
  await expect.poll(async () => (await titlesOf(page)).slice(0, 2)).toEqual([first.title, second.title])
  const before = await titlesOf(page)
  const grips = page.getByRole('button', { name: /^Drag to reorder/ })
  await grips.nth(0).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => titlesOf(page)).toEqual([before[1], before[2], before[0]])
  const { items } = await call(listPlaylists, {})
  const id = items[0]?.id ?? ''
  const stored = async () =>
    (await call(getPlaylist, { params: { id } })).items.map(({ work, track }) => track?.title ?? work.title)
  await expect.poll(stored).toEqual([before[1], before[2], before[0]])
  const [from, to] = [await grips.nth(2).boundingBox(), await grips.nth(0).boundingBox()]
  if (!from || !to) throw new Error('no grips')
  await page.mouse.move(from.x + 5, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y + 20, { steps: 6 })
  await page.mouse.up()
  await expect.poll(stored).toEqual(before)

  await page.getByRole('button', { name: `Play from here: ${second.title}`, exact: true }).click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0)
  await page.getByRole('button', { name: `Remove: ${second.title}`, exact: true }).click()
  await page.getByRole('button', { name: t('common.undo') }).click()
  await expect.poll(() => titlesOf(page)).toEqual(before)
  await expect.poll(stored).toEqual(before)
  await page.getByRole('button', { name: `Remove: ${first.title}`, exact: true }).click()
  await expect.poll(stored).toEqual([before[1], before[2]])

  await page.getByRole('button', { name: t('common.edit'), exact: true }).click()
  await dialog.getByLabel(t('sort.nameAsc'), { exact: true }).fill('Storms')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await page.getByRole('heading', { name: 'Storms' }).waitFor()
  await page.getByRole('button', { name: t('playlists.delete') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('playlists.delete') })
    .click()
  await page.getByRole('heading', { name: t('playlists.empty') }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the queue becomes a playlist; what is shared is read by others and changed by nobody else', async () => {
  const { browser, origin } = here()
  const [haruka, midori] = [await signInTo(origin, 'haruka'), await signInTo(origin, 'midori')]
  const [work] = await playablesOf(origin)
  if (!work) throw new Error('the shelf is empty')
  const owner = await openPageAs(browser, { origin, signedIn: haruka })
  await keepAudio(owner.page)
  await owner.page.goto(`${origin}/work/${work.id}`)
  await owner.page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await owner.page.getByRole('button', { name: t('player.queue') }).click()
  await owner.page.getByRole('button', { name: t('playlists.saveQueue') }).click()
  const dialog = owner.page.getByRole('dialog', { name: t('playlists.addTitle') })
  await dialog.getByLabel(t('playlists.newName')).fill('From the queue')
  await dialog.getByRole('button', { name: t('playlists.create') }).click()
  await notices(owner.page, 'Added to “From the queue”').waitFor()
  await owner.page.goto(`${origin}/lists`)
  await owner.page.getByRole('link', { name: 'From the queue' }).click()
  await owner.page.getByRole('button', { name: t('common.edit'), exact: true }).click()
  await owner.page.getByRole('switch', { name: t('playlists.share') }).click()
  await owner.page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.save') })
    .click()
  await owner.page.getByText('· Shared').waitFor()
  expect(owner.errors).toEqual([])
  await owner.close()

  const reader = await openPageAs(browser, { origin, signedIn: midori })
  await reader.page.goto(`${origin}/lists`)
  await reader.page.getByText(t('playlists.sharedByOthers')).click()
  await reader.page.getByRole('link', { name: 'From the queue' }).click()
  await reader.page.getByText('by haruka').waitFor()
  await reader.page
    .getByRole('button', { name: /^Play from here/ })
    .first()
    .waitFor()
  expect(await reader.page.getByRole('button', { name: /^(Remove|Drag|Edit|Delete)/ }).count()).toBe(0)
  expect(reader.errors).toEqual([])
  await reader.close()
})

test('a tab shows what another changed when one comes back to it', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const works = await playablesOf(origin)
  const items = works.slice(0, 2).map(({ id: workId }) => ({ workId }))
  const { id } = await call(createPlaylist, { body: { name: 'Two tabs', items } })
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/lists/${id}`)
  await page.getByText('2 items').waitFor()
  const other = await page.context().newPage()
  await other.goto(`${origin}/lists/${id}`)
  const grip = other.getByRole('button', { name: /^Drag to reorder/ }).first()
  await grip.focus()
  await other.keyboard.press('ArrowDown')
  const turned = [works[1]?.title, works[0]?.title]
  await expect.poll(() => titlesOf(other)).toEqual(turned)
  // Fresh data is not loaded again, so the journey returns to the page until it is.
  const comeBack = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    return titlesOf(page)
  }
  await expect.poll(comeBack, { interval: 500 }).toEqual(turned)
  expect(errors).toEqual([])
  await close()
})

test('a finger holds a grip without a menu, and takes an item as far as a list is long', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const { items: works } = await call(listWorks, { query: { pageSize: 24 } })
  const items = works.map(({ id: workId }) => ({ workId }))
  const { id } = await call(createPlaylist, { body: { name: 'Long', items } })
  const phone = {
    language: 'en-US',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  } as const
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn }, phone)
  await page.goto(`${origin}/lists/${id}`)
  await settled(page)
  const grip = await page
    .getByRole('button', { name: /^Drag to reorder/ })
    .first()
    .boundingBox()
  if (!grip) throw new Error('no grips')
  const session = await page.context().newCDPSession(page)
  const x = grip.x + 12
  const touch = (type: 'touchStart' | 'touchMove', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  await touch('touchStart', grip.y + 20)
  await page.waitForTimeout(900)
  expect(await page.getByRole('menu').count()).toBe(0)
  await touch('touchMove', grip.y + 60)
  await touch('touchMove', 830)
  const isAtEnd = () =>
    page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)
  await expect.poll(isAtEnd, { timeout: 20_000 }).toBe(true)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const last = async () =>
    (await call(getPlaylist, { params: { id }, query: { pageSize: 24 } })).items
      .slice(-3)
      .map(({ work }) => work.id)
  await expect.poll(last).toContain(works[0]?.id)
  expect(errors).toEqual([])
  await close()
})
