import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { passMinutes } from './pass-minutes.ts'
import { koedana, temporaryFolder } from './server.ts'
import { audioOf, keepAudio, queueOf, writeSounds } from './sounds.ts'
import { t } from './words.ts'

const [rain, station, night] = ['雨.mp3', '駅.mp3', '夜.mp3']

/** A work for all ages with three tracks of seventy seconds. */
const here = journey(async () => {
  const folder = await temporaryFolder()
  const library = join(folder.path, 'library')
  const work = 'RJ90000001 雨の駅'
  await writeSounds(library, [`${work}/1 雨.mp3`, `${work}/2 駅.mp3`, `${work}/3 夜.mp3`], 70)
  await koedana(folder.path, 'scan', library, '--age', 'all')
  return folder
})

const seconds = (page: Page) => expect.poll(() => audioOf(page, 'currentTime'))
const player = (page: Page) => page.getByRole('region', { name: t('player.region') })

async function openWork() {
  const { browser, origin } = here()
  const watched = await openPage(browser, { language: 'en-US' })
  await keepAudio(watched.page)
  await watched.page.goto(`${origin}/work/RJ90000001`)
  return watched
}

async function play(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await seconds(page).toBeGreaterThan(0.3)
}

test('the menu of a track puts it behind what plays, or at the end of the queue', async () => {
  const { page, errors, close } = await openWork()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: '夜' })
  const choose = async (entry: string) => {
    await row.click({ button: 'right' })
    await page.getByRole('menu', { name: '夜' }).getByRole('menuitem', { name: entry }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  // "Play next" is offered only if there is a queue.
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('menu.copyName') }).waitFor()
  expect(await page.getByRole('menuitem', { name: t('queue.playNext') }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await play(page)
  // Without a cover, the player shows the same drawing as lists.
  const drawn = 'svg[viewBox="0 0 400 300"]'
  await player(page).locator(drawn).waitFor()
  await page.keyboard.press('f')
  const large = page.getByRole('dialog')
  await large.locator(drawn).waitFor()
  // In landscape on a phone, the cover must not overlap the buttons.
  await page.setViewportSize({ width: 844, height: 390 })
  await large.getByRole('button', { name: t('player.pause') }).click({ timeout: 10_000 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  await choose(t('queue.playNext'))
  await choose(t('select.queue'))
  await expect.poll(() => queueOf(page)).toEqual([rain, night, station, night, night])
  await player(page)
    .getByRole('button', { name: t('player.next') })
    .click()
  await player(page).getByText('夜', { exact: true }).first().waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the queue is arranged by keys, shuffled and put back, cleared and restored', async () => {
  const { page, errors, close } = await openWork()
  await play(page)
  await player(page)
    .getByRole('button', { name: t('player.queue') })
    .click()
  const queue = page.getByRole('dialog', { name: t('player.queue') })
  await queue.getByRole('button', { name: /Drag to reorder.*夜/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => queueOf(page)).toEqual([rain, night, station])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => queueOf(page)).toEqual([rain, station, night])
  const grip = await queue.getByRole('button', { name: /Drag to reorder.*夜/ }).boundingBox()
  const over = await queue.getByRole('button', { name: /Drag to reorder.*駅/ }).boundingBox()
  if (!grip || !over) throw new Error('no grips')
  await page.mouse.move(grip.x + 8, grip.y + 20)
  // Dragging with the right button does nothing.
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(over.x + 8, over.y + 20, { steps: 4 })
  await page.mouse.up({ button: 'right' })
  expect(await queueOf(page)).toEqual([rain, station, night])
  await page.mouse.move(grip.x + 8, grip.y + 20)
  await page.mouse.down()
  await page.mouse.move(over.x + 8, over.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => queueOf(page)).toEqual([rain, night, station])
  await queue.getByRole('button', { name: t('queue.shuffle') }).click()
  await expect.poll(async () => (await queueOf(page))[0]).toBe(rain)
  await queue.getByRole('button', { name: t('queue.shuffle') }).click()
  await expect.poll(() => queueOf(page)).toEqual([rain, night, station])
  await queue.getByRole('button', { name: t('player.clear') }).click()
  await expect.poll(() => queueOf(page)).toEqual([rain])
  await queue.getByRole('button', { name: t('queue.restore') }).click()
  await expect.poll(() => queueOf(page)).toEqual([rain, night, station])
  // Restoring would drop what was queued since, so it is no longer offered.
  await queue.getByRole('button', { name: t('player.clear') }).click()
  await queue.getByRole('button', { name: t('queue.restore') }).waitFor()
  await page.getByRole('main').getByRole('listitem').filter({ hasText: '夜' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('select.queue') }).click()
  await expect.poll(() => queueOf(page)).toEqual([rain, night])
  await queue.getByRole('button', { name: t('player.clear') }).waitFor()
  expect(await queue.getByRole('button', { name: t('queue.restore') }).count()).toBe(0)
  // Notices undo a removal from the queue, and closing the player.
  const undo = page.getByRole('button', { name: t('common.undo') })
  await queue.getByRole('button', { name: t('player.remove', { track: '夜' }) }).click()
  await expect.poll(() => queueOf(page)).toEqual([rain])
  await undo.click()
  await expect.poll(() => queueOf(page)).toEqual([rain, night])
  await queue.getByRole('button', { name: t('player.remove', { track: '雨' }) }).click()
  await expect.poll(() => queueOf(page)).toEqual([night])
  await undo.click()
  await expect.poll(() => queueOf(page)).toEqual([rain, night])
  await queue.getByRole('button', { name: t('queue.close') }).click()
  await player(page).waitFor({ state: 'detached' })
  await undo.click()
  await player(page).getByText('雨', { exact: true }).first().waitFor()
  await player(page)
    .getByRole('button', { name: t('player.queue') })
    .click()
  await expect.poll(() => queueOf(page)).toEqual([rain, night])
  await queue.getByRole('button', { name: t('queue.close') }).click()
  await player(page).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('in the last minute of the sleep timer any key is ten minutes more, in the bar and in the large player', async () => {
  const { page, errors, close } = await openWork()
  await play(page)
  await player(page)
    .getByRole('button', { name: t('sleep.title') })
    .click()
  const timer = page.getByRole('dialog', { name: t('sleep.title') })
  await timer.getByRole('button', { name: '5 min', exact: true }).click()
  await timer.getByText(/Stops in 5:00|Stops in 4:/).waitFor()
  await timer.getByRole('button', { name: t('common.close') }).click()
  const ending = page.getByRole('region', { name: t('sleep.title') })
  expect(await ending.count()).toBe(0)
  await passMinutes(page, 4.2)
  await ending.getByText(t('sleep.lastMinute')).waitFor()
  await page.keyboard.press('Shift')
  const running = player(page).getByRole('button', { name: /Sleep timer: stops in 10:/ })
  await running.waitFor()
  expect(await ending.count()).toBe(0)
  await passMinutes(page, 10)
  await ending.first().waitFor()
  await page.getByRole('button', { name: t('full.open') }).click()
  const large = page.getByRole('dialog', { name: t('full.title') })
  await large
    .getByRole('region', { name: t('sleep.title') })
    .getByRole('button')
    .click()
  await expect.poll(() => ending.count()).toBe(0)
  await large.getByRole('button', { name: t('player.pause') }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('who fell asleep over a timer is led back in the morning, by one prompt', async () => {
  const { page, errors, close } = await openWork()
  await play(page)
  await player(page)
    .getByRole('combobox', { name: t('player.speed') })
    .selectOption('3')
  await page.getByRole('slider', { name: t('player.seek') }).fill('2')
  await player(page)
    .getByRole('button', { name: t('sleep.title') })
    .click()
  const timer = page.getByRole('dialog', { name: t('sleep.title') })
  await timer.getByRole('button', { name: t('sleep.track') }).click()
  await timer.getByRole('button', { name: t('common.close') }).click()
  const offer = page.getByRole('region', { name: t('asleep.title') })
  // After seventy seconds playback ends, so the prompt must not appear.
  await player(page)
    .getByRole('button', { name: t('work.play'), exact: true })
    .waitFor({ timeout: 90_000 })
  await page.getByRole('main').click({ position: { x: 5, y: 5 } })
  expect(await offer.count()).toBe(0)

  await page.addInitScript((nightMs) => {
    const now = Date.now
    Date.now = () => now() + nightMs
  }, 8 * 3_600_000)
  await page.reload()
  await player(page).getByText('駅', { exact: true }).first().waitFor()
  await offer.getByRole('button', { name: /your last press/ }).waitFor()
  await page.keyboard.press('f')
  const large = page.getByRole('dialog', { name: t('full.title') })
  await large.getByRole('region', { name: t('asleep.title') }).waitFor()
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  await offer.getByRole('button', { name: /your last press/ }).click()
  await player(page).getByText('雨', { exact: true }).first().waitFor()
  await seconds(page).toBeGreaterThan(2)
  expect(await audioOf(page, 'currentTime')).toBeLessThan(20)
  await expect.poll(() => offer.count()).toBe(0)
  await page.reload()
  await player(page).getByText('雨', { exact: true }).first().waitFor()
  expect(await offer.count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
