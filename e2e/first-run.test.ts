/** From an empty data folder to the first sound, in three languages and without a reload. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { type Journey, journey } from './journey.ts'
import {
  button,
  fillAccount,
  type Language,
  type Newcomer,
  newcomer,
  toFolders,
  useFolder,
  words,
} from './newcomer.ts'
import { password } from './people.ts'
import { temporaryFolder } from './server.ts'
import { audioOf, keepAudio, writeSounds } from './sounds.ts'
import { pattern, t } from './words.ts'

const maxPresses = 5

interface Fresh extends Journey {
  readonly library: string
  readonly dataFolder: string
}

const fresh = (): (() => Fresh) => {
  let library = ''
  let dataFolder = ''
  const here = journey(async () => {
    const folder = await temporaryFolder()
    dataFolder = folder.path
    library = join(folder.path, 'ライブラリ')
    const works = ['RJ90000001 雨の駅', '[灯台文庫] 星の数え方 (RJ90000002)', '夜更けの散歩']
    await writeSounds(
      library,
      works.flatMap((work) => [`${work}/1 はじめに.mp3`, `${work}/2 おわり.wav`]),
      8,
    )
    return folder
  })
  return () => ({ ...here(), library, dataFolder })
}

/** Set until the page is reloaded. */
const markPage = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSame', true))
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSame') === true)

async function arrive({ browser, origin }: Journey, language: Language) {
  const watched = await openPage(browser, { locale: language })
  const { page } = watched
  await keepAudio(page)
  const who = newcomer()
  await page.goto(origin)
  await page.waitForURL(`${origin}/setup`)
  await button(page, words['zh-CN'].next).waitFor()
  await markPage(page)
  const { prompt } = words[language]
  if (prompt) await who.press(page.getByRole('button', { name: prompt, exact: true }))
  await button(page, words[language].next).waitFor()
  return { ...watched, who }
}

/** Plays the first work as soon as there is one. */
async function hear(page: Page, { press }: Newcomer, language: Language): Promise<void> {
  const play = button(page, words[language].play)
  await play.waitFor({ timeout: 120_000 })
  await press(play)
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.3)
  expect(await isSamePage(page)).toBe(true)
}

interface Reported {
  readonly language: Language
  readonly who: Newcomer
  readonly started: number
}

/** Prints the duration only: it depends on the machine. */
function report(what: string, { language, who, started }: Reported): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  process.stderr.write(`${what} in ${language}: ${who.presses()} presses, ${seconds} s\n`)
}

for (const language of ['zh-CN', 'en-US', 'ja-JP'] as const) {
  const here = fresh()
  test(`a newcomer hears something of a folder in few presses, in ${language}`, async () => {
    const started = performance.now()
    const { page, errors, close, who } = await arrive(here(), language)
    await toFolders({ page, language, who })
    await useFolder({ page, language, who }, here().library)
    await hear(page, who, language)
    report('first sound', { language, who, started })
    expect(who.presses()).toBeLessThanOrEqual(maxPresses)
    // All works arrive while the first one plays, including the one without an ID.
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBe(3)
    expect(errors).toEqual([])
    await close()
  })
}

for (const language of ['zh-CN', 'en-US'] as const) {
  const here = fresh()
  test(`who has nothing at hand hears a demo work in few presses, and is rid of all of them by one, in ${language}`, async () => {
    const started = performance.now()
    const { page, errors, close, who } = await arrive(here(), language)
    await toFolders({ page, language, who })
    await who.press(button(page, words[language].demo))
    await who.press(button(page, words[language].finish))
    await hear(page, who, language)
    report('first demo sound', { language, who, started })
    expect(who.presses()).toBeLessThanOrEqual(maxPresses)
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBe(12)
    if (language === 'en-US') await removeDemo(page, here())
    expect(errors).toEqual([])
    await close()
  })
}

/** One press is enough, even during a scan. */
async function removeDemo(page: Page, { origin, dataFolder }: Fresh): Promise<void> {
  await page.goto(`${origin}/admin/storages`)
  await page.getByRole('button', { name: t('demo.remove') }).click()
  await page.getByText(t('demo.removed')).waitFor()
  expect(existsSync(join(dataFolder, 'demo'))).toBe(false)
  await page.goto(`${origin}/`)
  await page.getByRole('heading', { name: t('home.emptyTitle') }).waitFor()
  await page.getByRole('button', { name: t('demo.load') }).click()
  await page.getByRole('main').getByRole('article').first().waitFor()
}

const beside = fresh()
test('two who set the same server up: the second gets a notice, and is led to the login', async () => {
  const language = 'en-US'
  const [one, other] = [await arrive(beside(), language), await arrive(beside(), language)]
  await toFolders({ page: other.page, language })
  await toFolders({ page: one.page, language })
  await useFolder({ page: one.page, language }, beside().library)
  await other.page.getByLabel(words[language].path, { exact: true }).fill(beside().library)
  await button(other.page, words[language].use).click()
  const main = other.page.getByRole('main')
  await main.getByRole('heading', { name: words[language].isDone }).waitFor()
  await main.getByText(pattern('setup.taken')).waitFor()
  await main.getByRole('link', { name: t('auth.login') }).click()
  await other.page.waitForURL('**/auth/login')
  await Promise.all([one.close(), other.close()])
})

const wrong = fresh()
test('what is wrong is said where it is mended: a folder at once, the code before anything else', async () => {
  const language = 'en-US'
  const { browser, origin } = wrong()
  // With this header, the server requires its setup code.
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  const away = await openPage(browser, { language, extraHTTPHeaders: headers })
  await away.page.goto(origin)
  await away.page.getByRole('link', { name: t('setup.haveCode') }).click()
  await away.page.getByLabel(t('setup.code')).fill('AAAA-AAAA-AAAA')
  await fillAccount(away.page)
  await button(away.page, words[language].next).click()
  await away.page.getByRole('main').getByText(pattern('validation.setupCodeWrong')).waitFor()
  await away.close()

  const { page, close } = await arrive(wrong(), language)
  await fillAccount(page)
  for (const box of await page.locator('input[type=password]').all()) await box.fill('password1')
  await button(page, words[language].next).click()
  await page.getByRole('main').getByText(t('validation.passwordCommon')).waitFor()
  expect(new URL(page.url()).searchParams.has('step')).toBe(false)
  await toFolders({ page, language })
  const path = page.getByLabel(words[language].path, { exact: true })
  await path.fill('/no/such/folder')
  await button(page, words[language].use).click()
  await page.getByRole('main').getByText('This folder does not exist on the server').waitFor()
  expect(await path.getAttribute('aria-invalid')).toBe('true')
  // An existing but empty folder is reported before it is used, and again afterwards.
  const empty = join(wrong().dataFolder, 'nothing')
  await mkdir(empty)
  // The folder browser follows the typed path.
  await path.fill(empty)
  await page.getByRole('main').getByText(pattern('setup.foundNothing')).waitFor()
  await useFolder({ page, language }, empty)
  await page.getByRole('main').getByText(pattern('scan.trouble')).waitFor()
  await close()
})

const again = fresh()
test('Back leads to the step before, and a reload keeps all that was typed but the password', async () => {
  const language = 'en-US'
  const { page, errors, close } = await arrive(again(), language)
  const who = page.getByLabel(t('account.username'), { exact: true })
  const path = page.getByLabel(words[language].path, { exact: true })
  await who.fill('haruka')
  await page.reload()
  await expect.poll(() => who.inputValue()).toBe('haruka')
  await toFolders({ page, language })
  await path.fill('/media/more')
  await page.goBack()
  await expect.poll(() => who.inputValue()).toBe('haruka')
  await page.goForward()
  await expect.poll(() => path.inputValue()).toBe('/media/more')
  await path.fill(again().library)
  await button(page, words[language].use).click()
  await page.getByText(t('setup.ceiling.r15')).click()
  await page.reload()
  // The password is not stored, so it has to be typed again.
  expect(await page.locator('input[type=password]').first().inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password)
  await toFolders({ page, language })
  await page
    .getByRole('list', { name: t('setup.chosen') })
    .getByText(again().library)
    .waitFor()
  await button(page, words[language].next).click()
  await expect.poll(() => page.getByRole('radio', { name: /^Works up to R-15/ }).isChecked()).toBe(true)
  await button(page, words[language].finish).click()
  await page.getByRole('heading', { level: 1, name: words[language].isDone }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('setup.draft'))).toBeNull()
  expect(errors).toEqual([])
  await close()
})
