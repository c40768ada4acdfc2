import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, type PageOptions } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, openPageAs, signInTo } from './people.ts'
import { koedana, temporaryFolder } from './server.ts'
import { audioOf, keepAudio, writeSounds } from './sounds.ts'
import { swipe } from './swipe.ts'
import { pattern, t } from './words.ts'

const cue = `FILE "1 雨.mp3" MP3
TRACK 01 AUDIO
TITLE "入口"
INDEX 01 00:00:00
TRACK 02 AUDIO
TITLE "屋根裏"
INDEX 01 00:20:00
TRACK 03 AUDIO
TITLE "朝"
INDEX 01 00:50:00
`
const lines = (language: string, texts: readonly string[]) =>
  texts.map((text, at) => `[00:${String(at * 10).padStart(2, '0')}.00]${text} ${language}`).join('\n')

/** Three tracks of seventy seconds; the first has chapters, and subtitles in two languages. */
const here = journey(async () => {
  const folder = await temporaryFolder()
  const library = join(folder.path, 'library')
  const work = 'RJ90000001 雨の駅'
  await writeSounds(library, [`${work}/1 雨.mp3`, `${work}/2 駅.mp3`, `${work}/3 夜.mp3`], 70)
  await writeFile(join(library, work, '1 雨.cue'), cue)
  const spoken = ['おはようございます、雨ですね', 'お茶をどうぞ', 'また明日会いましょう', 'おやすみなさい']
  await writeFile(join(library, work, '1 雨.ja.lrc'), lines('です', spoken))
  await writeFile(
    join(library, work, '1 雨.en.lrc'),
    lines('now', ['Good morning, it rains', 'Have some tea', 'See you tomorrow', 'Good night']),
  )
  await koedana(folder.path, 'scan', library, '--age', 'all')
  await addUser(folder.path, 'haruka', '--role', 'admin')
  return folder
})

const seconds = (page: Page) => expect.poll(() => audioOf(page, 'currentTime'))
const player = (page: Page) => page.getByRole('region', { name: t('player.region') })
const large = (page: Page) => page.getByRole('dialog', { name: t('full.title') })
const inLarge = (page: Page, name: string | RegExp) => large(page).getByRole('button', { name })

async function openWork(options: PageOptions = {}) {
  const { browser, origin } = here()
  const watched = await openPage(browser, { language: 'en-US', ...options })
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

async function openLarge(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('full.open') }).click()
  await large(page).waitFor()
}

test('chapters are a list and steps, and a line of lyrics leads to where it is spoken', async () => {
  const { page, errors, close } = await openWork()
  await play(page)
  await openLarge(page)
  await large(page)
    .getByRole('combobox', { name: t('settings.language'), exact: true })
    .selectOption('ja')
  await inLarge(page, /また明日会いましょう/).click()
  await seconds(page).toBeGreaterThan(20)
  expect(await audioOf(page, 'currentTime')).toBeLessThan(28)
  await expect.poll(() => inLarge(page, /また明日会いましょう/).getAttribute('aria-current')).toBe('true')
  await large(page)
    .getByRole('combobox', { name: t('lyrics.second') })
    .selectOption('en')
  await inLarge(page, /See you tomorrow/).waitFor()
  await inLarge(page, t('lyrics.later')).click()
  await large(page).getByText('+0.1 s').waitFor()
  await large(page)
    .getByRole('slider', { name: t('player.seek') })
    .fill('30')
  await inLarge(page, t('chapter.next')).click()
  await seconds(page).toBeGreaterThan(49.9)
  await inLarge(page, t('chapter.list')).click()
  expect(await inLarge(page, /朝/).getAttribute('aria-current')).toBe('true')
  await inLarge(page, /屋根裏/).click()
  await seconds(page).toBeLessThan(28)
  expect(await audioOf(page, 'currentTime')).toBeGreaterThan(19.9)
  expect(errors).toEqual([])
  await close()
})

test('chapters stand below their track on the page of its work, and play from there', async () => {
  const { page, errors, close } = await openWork()
  const main = page.getByRole('main')
  await main.getByText(/^\d chapters$/).click()
  await main.getByRole('button', { name: /屋根裏/ }).click()
  await seconds(page).toBeGreaterThan(19.9)
  expect(await audioOf(page, 'currentTime')).toBeLessThan(28)
  expect(errors).toEqual([])
  await close()
})

test('the sleep timer fades at the end of a track, and leaves the next one for the morning', async () => {
  const { page, errors, close } = await openWork()
  await play(page)
  await player(page)
    .getByRole('button', { name: t('sleep.title') })
    .click()
  const timer = page.getByRole('dialog', { name: t('sleep.title') })
  await timer.getByRole('button', { name: t('sleep.track') }).click()
  await timer.getByText(/Stops in 1:0/).waitFor()
  await timer.getByRole('button', { name: t('common.close') }).click()
  await page.getByRole('slider', { name: t('player.seek') }).fill('64')
  await expect.poll(() => audioOf(page, 'volume')).toBeLessThan(0.15)
  await player(page).getByText('駅', { exact: true }).first().waitFor()
  await player(page)
    .getByRole('button', { name: t('work.play'), exact: true })
    .waitFor()
  await expect.poll(() => audioOf(page, 'volume')).toBe(1)
  // Pressing play within two minutes restarts the timer.
  await player(page)
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await player(page)
    .getByRole('button', { name: /Sleep timer: stops in 1:/ })
    .waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a passage sounds again and again, at the speed of its work, which a reload keeps', async () => {
  const { page, errors, close } = await openWork()
  await play(page)
  await openLarge(page)
  for (let steps = 0; steps < 4; steps += 1) await inLarge(page, t('speed.faster')).click()
  await expect.poll(() => audioOf(page, 'playbackRate')).toBe(1.2)
  // Paused, so that the start does not depend on when the press arrives.
  await inLarge(page, t('player.pause')).click()
  await large(page)
    .getByRole('slider', { name: t('player.seek') })
    .fill('30')
  await inLarge(page, pattern('loop.start')).click()
  await inLarge(page, /^Play$/).click()
  await seconds(page).toBeGreaterThan(31.5)
  await inLarge(page, pattern('loop.end')).click()
  await seconds(page).toBeLessThan(31)
  await seconds(page).toBeGreaterThan(31.2)
  await seconds(page).toBeLessThan(31)
  await inLarge(page, t('loop.clear')).click()
  await seconds(page).toBeGreaterThan(33)
  await inLarge(page, t('player.pause')).click()
  const left = await audioOf(page, 'currentTime')
  await page.reload()
  await player(page)
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await seconds(page).toBeGreaterThan(left - 0.5)
  expect(await audioOf(page, 'currentTime')).toBeLessThan(left + 6)
  expect(await audioOf(page, 'playbackRate')).toBe(1.2)
  expect(errors).toEqual([])
  await close()
})

test('a second tab is a remote control: one sound, wherever one presses', async () => {
  const { page, errors, close } = await openWork()
  await play(page)
  const other = await page.context().newPage()
  await keepAudio(other)
  await other.goto(here().origin)
  await player(other)
    .getByRole('button', { name: t('player.pause') })
    .click()
  await player(page)
    .getByRole('button', { name: t('work.play'), exact: true })
    .waitFor()
  await player(other)
    .getByRole('button', { name: t('player.next') })
    .click()
  await player(page).getByText('駅', { exact: true }).first().waitFor()
  await player(other).getByText('駅', { exact: true }).first().waitFor()
  await seconds(page).toBeGreaterThan(0.3)
  expect(await audioOf(other, 'currentTime')).toBe(0)
  await other.keyboard.press('f')
  await large(other).getByText('Playing in another tab').waitFor()
  await other.keyboard.press('Escape')
  await large(other).waitFor({ state: 'detached' })
  await page.close()
  await player(other)
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await seconds(other).toBeGreaterThan(0.3)
  await player(other).getByText('駅', { exact: true }).first().waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the keys alone play, seek, change chapter and speed, and open what there is', async () => {
  const { page, errors, close } = await openWork()
  const button = page.getByRole('main').getByRole('button', { name: t('work.play'), exact: true })
  await expect.poll(() => button.isEnabled()).toBe(true)
  await button.press('Enter')
  await seconds(page).toBeGreaterThan(0.3)
  await page.keyboard.press(']')
  await seconds(page).toBeGreaterThan(20)
  await page.keyboard.press('k')
  await seconds(page).toBeGreaterThan(35)
  await page.keyboard.press('[')
  await seconds(page).toBeLessThan(30)
  await page.keyboard.press('>')
  await expect.poll(() => audioOf(page, 'playbackRate')).toBe(1.05)
  // A repeated passage that was started by a key can be seen and ended in the player bar.
  await page.keyboard.press('a')
  const from = await audioOf(page, 'currentTime')
  await player(page)
    .getByRole('button', { name: t('loop.end') })
    .waitFor()
  await seconds(page).toBeGreaterThan(from + 1)
  await page.keyboard.press('a')
  await player(page)
    .getByRole('button', { name: t('loop.clear') })
    .click()
  await player(page)
    .getByRole('button', { name: /passage/ })
    .waitFor({ state: 'detached' })
  await page.keyboard.press('f')
  await large(page).waitFor()
  await page.keyboard.press('>')
  await expect.poll(() => audioOf(page, 'playbackRate')).toBe(1.1)
  await inLarge(page, t('night.open')).press('Enter')
  const night = page.getByRole('region', { name: t('night.open') })
  await night.getByRole('button', { name: t('player.pause') }).press('Enter')
  await night.getByRole('button', { name: t('work.play') }).press('Enter')
  await night.getByRole('button', { name: t('night.leave') }).press('Enter')
  await page.keyboard.press('Escape')
  await large(page).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('sound goes on into the dashboard without a pause', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await keepAudio(page)
  await page.goto(`${origin}/work/RJ90000001`)
  await play(page)
  await page.evaluate(() => {
    const audio: unknown = Reflect.get(window, 'audioUnderTest')
    if (!(audio instanceof HTMLAudioElement)) throw new Error('nothing sounds')
    const stop = () => Reflect.set(window, 'pauses', Number(Reflect.get(window, 'pauses') ?? 0) + 1)
    for (const name of ['pause', 'waiting', 'emptied']) audio.addEventListener(name, stop)
  })
  await page.getByRole('link', { name: t('nav.admin') }).click()
  await page.waitForURL('**/admin/tasks')
  await page.getByRole('heading').first().waitFor()
  const before = await audioOf(page, 'currentTime')
  await seconds(page).toBeGreaterThan(before + 1)
  expect(await page.evaluate(() => Reflect.get(window, 'pauses') ?? 0)).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('fingers open the player, change the track, and close it', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, errors, close } = await openWork(phone)
  await play(page)
  const bar = await player(page).boundingBox()
  if (!bar) throw new Error('no bar')
  await swipe(page, { x: bar.x + 90, y: bar.y + 36 }, { x: bar.x + 90, y: bar.y - 200 })
  await large(page).waitFor()
  await swipe(page, { x: 200, y: 300 }, { x: 60, y: 300 })
  await large(page).getByRole('heading', { name: '駅' }).waitFor()
  await swipe(page, { x: 200, y: 250 }, { x: 200, y: 460 })
  await large(page).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})
