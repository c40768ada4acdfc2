import { join } from 'node:path'
import { locales } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { koedana, temporaryFolder } from './server.ts'
import { audioOf, keepAudio, queueOf, writeSounds } from './sounds.ts'
import { t } from './words.ts'

const titles = ['01 雨', '02 駅', '03 夜', '04 朝']
const forms = { 'SEなし MP3': 'mp3', '本編 MP3': 'mp3', '本編 WAV': 'wav' }

/** Four tracks in twelve files, an audiobook in one file, and a packed work. */
const here = journey(async () => {
  const folder = await temporaryFolder()
  const library = join(folder.path, 'library')
  const tracks = Object.entries(forms).flatMap(([form, format]) =>
    titles.map((title) => `RJ90000001 雨の駅/${form}/${title}.${format}`),
  )
  const others = ['RJ90000001 雨の駅/特典/おまけ.mp3', 'Emma/Emma.m4b', 'RJ90000004 封.zip']
  await writeSounds(library, [...tracks, ...others])
  await koedana(folder.path, 'scan', library, '--age', 'all')
  return folder
})

const main = ['雨', '駅', '夜', '朝'].map((title) => `本編 MP3/${title}.mp3`)

test('Play means the preferred set alone, on the page and in the menu of a card', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/work/RJ90000001`)
  await page
    .getByRole('group', { name: t('work.set') })
    .getByRole('button', { name: t('trackSet.main'), pressed: true })
    .waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await page
    .getByRole('button', { name: t('player.pause') })
    .first()
    .waitFor()
  await expect.poll(() => queueOf(page)).toEqual(main)

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${origin}/works?q=RJ90000001`)
  await page.getByRole('article').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('work.play'), exact: true }).click()
  await expect.poll(() => queueOf(page)).toEqual(main)
  expect(errors).toEqual([])
  await close()
})

test('a track of another set plays that set in its format from there', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/work/RJ90000001`)
  await page.getByText(`${t('trackSet.withoutEffects')} · MP3`).click()
  await page
    .getByRole('button', { name: /夜.*mp3/ })
    .nth(1)
    .click()
  await expect.poll(() => queueOf(page)).toEqual(['SEなし MP3/夜.mp3', 'SEなし MP3/朝.mp3'])
  await page.getByText('Bonus · MP3').click()
  await page.getByRole('button', { name: /おまけ/ }).click()
  await expect.poll(() => queueOf(page)).toEqual(['特典/おまけ.mp3'])
  expect(errors).toEqual([])
  await close()
})

test('a set and a format that were chosen are played, and remembered for the work', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/work/RJ90000001`)
  const main = page.getByRole('main')
  const set = (name: string) => page.getByRole('group', { name: t('work.set') }).getByRole('button', { name })
  await set(t('trackSet.withoutEffects')).click()
  await page.reload()
  await set(t('trackSet.withoutEffects')).and(page.locator('[aria-pressed=true]')).waitFor()
  await page.getByText('Main · MP3').waitFor()
  await main.getByRole('button', { name: t('work.play'), exact: true }).click()
  await page
    .getByRole('button', { name: t('player.pause') })
    .first()
    .waitFor()
  await expect.poll(() => queueOf(page)).toEqual(titlesIn('SEなし MP3', 'mp3'))

  await set(t('trackSet.main')).click()
  await page.getByLabel(t('work.format')).selectOption('WAV')
  await page.goto(`${origin}/works?q=RJ90000001`)
  await page.getByRole('article').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('work.play'), exact: true }).click()
  await expect.poll(() => queueOf(page)).toEqual(titlesIn('本編 WAV', 'wav'))
  expect(errors).toEqual([])
  await close()
})

const titlesIn = (folder: string, format: string) =>
  ['雨', '駅', '夜', '朝'].map((title) => `${folder}/${title}.${format}`)

test('an audiobook in one m4b is heard', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await keepAudio(page)
  await page.goto(`${origin}/works?q=Emma`)
  await page.getByRole('article').first().getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  expect(await audioOf(page, 'duration')).toBeCloseTo(4, 0)
  expect(errors).toEqual([])
  await close()
})

const packed = {
  'en-US': [t('work.packed'), t('work.play')],
  'zh-CN': ['仍是压缩包，解压后即可收听', '播放'],
  'ja-JP': ['圧縮ファイルのままです。展開すると聴けます', '再生'],
} as const

test.each(locales)('a packed work says so and offers nothing to play, in %s', async (language) => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language })
  const [sentence, play] = packed[language]
  await page.goto(`${origin}/work/RJ90000004`)
  await page.getByRole('main').getByText(sentence).waitFor()
  expect(await page.getByRole('main').getByRole('button', { name: play, exact: true }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
