import { expect, test } from 'vitest'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

test('a visitor sets up the player in the settings, and it plays like that, also after a reload', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await keepAudio(page)
  await visit(page, `${origin}/settings`)
  const player = page.getByRole('region', { name: t('settings.player') })
  await player.getByLabel(t('settings.speed')).selectOption('1.5')
  await player.getByRole('switch', { name: t('sound.mono') }).check()
  await player.getByRole('radio', { name: t('sound.saver.off') }).check()
  await player.getByLabel(t('lyrics.language'), { exact: true }).selectOption('zh-Hans')
  await player.getByLabel(t('settings.lyricsSize')).selectOption('32')
  await player.getByRole('switch', { name: t('sleep.auto') }).check()
  await player.getByLabel(t('sleep.length')).fill('45')
  await page.reload()
  expect(await player.getByLabel(t('settings.speed')).inputValue()).toBe('1.5')
  expect(await player.getByRole('switch', { name: t('sound.mono') }).isChecked()).toBe(true)
  expect(await player.getByRole('radio', { name: t('sound.saver.off') }).isChecked()).toBe(true)
  expect(await player.getByLabel(t('lyrics.language'), { exact: true }).inputValue()).toBe('zh-Hans')
  expect(await player.getByLabel(t('settings.lyricsSize')).inputValue()).toBe('32')
  expect(await player.getByLabel(t('sleep.length')).inputValue()).toBe('45')
  await player.getByRole('switch', { name: t('sound.mono') }).uncheck()
  await visit(page, `${origin}/work/RJ90000014`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'playbackRate')).toBe(1.5)
  expect(errors).toEqual([])
  await close()
})

test('settings that were stored by hand or by another version are replaced by the defaults', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/icon.svg`)
  await page.evaluate(() =>
    localStorage.setItem('player.settings', JSON.stringify({ speed: 99, saver: true, lyricsSize: '<img>' })),
  )
  await visit(page, `${origin}/settings`)
  const player = page.getByRole('region', { name: t('settings.player') })
  expect(await player.getByLabel(t('settings.speed')).inputValue()).toBe('1')
  expect(await player.getByLabel(t('settings.lyricsSize')).inputValue()).toBe('22')
  expect(await player.getByRole('radio', { name: t('sound.saver.on') }).isChecked()).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('a visitor has no data of their own, and finds downloads and the cache', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await visit(page, `${origin}/settings`)
  const data = page.getByRole('region', { name: t('settings.data') })
  await data.getByRole('button', { name: t('settings.clearCache') }).waitFor()
  expect(await data.getByRole('link', { name: t('settings.ownDataOpen') }).count()).toBe(0)
  await data.getByRole('link', { name: t('device.open') }).click()
  await page.getByRole('heading', { level: 1, name: t('device.title') }).waitFor()
  await close()
})

test('a member clears the cache, keeps downloaded works, and is led to the export of their data', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPageAs(browser, {
    origin,
    signedIn: await signInTo(origin, 'midori'),
  })
  await visit(page, `${origin}/settings`)
  const stored = ['covers-1', 'answers:a', 'kept:someone', 'shell-a']
  await page.evaluate(
    (names) => Promise.all(names.map(async (name) => (await caches.open(name)).put('/a', new Response('a')))),
    stored,
  )
  const data = page.getByRole('region', { name: t('settings.data') })
  await data.getByRole('button', { name: t('settings.clearCache') }).click()
  await notices(page, t('settings.cacheCleared')).waitFor()
  const left = await page.evaluate(() => caches.keys())
  expect(left).toEqual(expect.arrayContaining(['shell-a']))
  expect(left.filter((name) => name.startsWith('covers') || name === 'answers:a')).toEqual([])
  await data.getByRole('link', { name: t('settings.ownDataOpen') }).click()
  await page.waitForURL(`${origin}/account#own-data`)
  const json = page.getByRole('button', { name: t('ownData.json') })
  await json.waitFor()
  await expect.poll(() => json.evaluate((button) => button.getBoundingClientRect().top)).toBeLessThan(900)
  expect(await json.evaluate((button) => button.getBoundingClientRect().top)).toBeGreaterThan(0)
  expect(errors).toEqual([])
  await close()
})

test('the address of catalog files leads administrators to the tasks that read them, and others home', async () => {
  const { browser, origin } = here()
  for (const [who, target] of [
    ['haruka', '/admin/tasks'],
    ['midori', '/'],
  ] as const) {
    const { page, close } = await openPageAs(browser, { origin, signedIn: await signInTo(origin, who) })
    await page.goto(`${origin}/admin/feed`)
    await page.waitForURL(`${origin}${target}`)
    await close()
  }
})
