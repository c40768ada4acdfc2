/** The home page of a returning listener: continue, new works and saved views. */
import type { Call } from '@koedana/contract/kit/client.ts'
import { saveProgress } from '@koedana/contract/progress.ts'
import { listViews } from '@koedana/contract/views.ts'
import { listWorkFiles, listWorks, type WorkCard } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)

async function enter(name: string, language: 'en-US' | 'zh-CN' | 'ja-JP' = 'en-US') {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, name)
  const opened = await openPageAs(browser, { origin, signedIn }, { language })
  return { ...opened, origin, call: clientAs(origin, signedIn.token) }
}

/** Plays the start of several playable works, the last one most recently. Returns them. */
async function hear(call: Call, count: number): Promise<WorkCard[]> {
  const { items } = await call(listWorks, { query: { inLibrary: true, sort: 'durationDesc' } })
  const heard = items.slice(0, count)
  for (const [at, { id }] of heard.entries()) {
    const { tracks } = await call(listWorkFiles, { params: { id } })
    const fileId = tracks.find(({ preferred }) => preferred)?.id ?? ''
    const now = new Date(Date.now() - (count - at) * 60_000).toISOString()
    const play = { basedOn: 0, startedAt: now, fileId, position: 0, chosen: true }
    const report = { playId: `evening-${id}`, n: 0, kind: 'pause' as const, fileId, position: 2, listened: 2 }
    const device = { id: 'evening-0001', name: 'Phone' }
    await call(saveProgress, {
      body: { deviceNow: new Date().toISOString(), device, reports: [{ ...report, at: now, play }] },
    })
  }
  return heard.toReversed()
}

const main = (page: Page) => page.getByRole('main')

test('what goes on stands first, is put away and brought back, and plays from where it was left', async () => {
  const { page, errors, close, origin, call } = await enter('midori')
  const [last, next] = await hear(call, 3)
  await keepAudio(page)
  await page.goto(origin)
  await main(page)
    .getByRole('heading', { level: 2, name: last?.title ?? '', exact: true })
    .waitFor()
  await main(page)
    .getByText(/^Track 1 of \d+/)
    .waitFor()
  const other = main(page).getByRole('button', { name: `Continue: ${next?.title}`, exact: true })
  await other.waitFor()
  await settled(page)
  await main(page)
    .getByRole('button', { name: t('home.putAway', { title: next?.title ?? '' }), exact: true })
    .click()
  await other.waitFor({ state: 'detached' })
  await notices(page, pattern('home.putAwayDone')).waitFor()
  await page.getByRole('button', { name: t('common.undo') }).click()
  await other.waitFor()
  await main(page)
    .getByRole('button', { name: `Continue: ${last?.title}`, exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(1.5)
  expect(errors).toEqual([])
  await close()
})

test('a filter is kept under a name, stands at home, and is renamed, deleted and brought back', async () => {
  const { page, errors, close, origin, call } = await enter('midori')
  await page.goto(`${origin}/works?inLibrary=true&hasLyrics=true`)
  await main(page)
    .getByRole('button', { name: t('views.save') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('views.save') })
  await dialog.getByRole('textbox', { name: t('sort.nameAsc') }).fill('To read along')
  await dialog.getByRole('button', { name: t('common.save'), exact: true }).click()
  await notices(page, pattern('views.kept')).waitFor()
  await main(page).getByRole('button', { name: 'To read along' }).waitFor()
  await page.goto(origin)
  await main(page).getByRole('link', { name: 'To read along' }).click()
  await page.waitForURL((url) => url.searchParams.get('hasLyrics') === 'true' && url.pathname === '/works')
  await page.goto(origin)
  await main(page)
    .getByRole('button', { name: t('views.edit') })
    .click()
  const sheet = page.getByRole('dialog', { name: t('views.title') })
  const name = sheet.getByRole('textbox', { name: t('views.rename', { name: 'To read along' }) })
  await name.fill('Subtitled')
  await name.press('Enter')
  await sheet.getByRole('textbox', { name: t('views.rename', { name: 'Subtitled' }) }).waitFor()
  await settled(page)
  await sheet.getByRole('button', { name: t('views.delete', { name: 'Subtitled' }) }).click()
  await sheet.getByText(t('views.none')).waitFor()
  await notices(page, pattern('views.deleted')).waitFor()
  await page.getByRole('button', { name: t('common.undo') }).click()
  await expect
    .poll(async () => (await call(listViews, {})).items.map((view) => view.name))
    .toEqual(['Subtitled'])
  await page.goto(origin)
  await main(page).getByRole('link', { name: 'Subtitled' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('chance picks a work of a mood, and says so if none fits', async () => {
  const { page, errors, close, origin } = await enter('midori')
  await page.goto(origin)
  await main(page)
    .getByRole('button', { name: t('home.random') })
    .click()
  const sheet = page.getByRole('dialog', { name: t('home.randomTitle') })
  await sheet
    .getByRole('group', { name: t('home.randomMood') })
    .getByRole('button')
    .first()
    .click()
  await sheet.getByRole('button', { name: t('home.randomPick') }).click()
  await sheet.getByRole('article').waitFor()
  await sheet.getByRole('button', { name: t('home.randomLong') }).click()
  await sheet.getByRole('button', { name: t('home.randomAnother') }).click()
  await sheet.getByText(pattern('home.randomNone')).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('rows are hidden and moved, and stay so; the page of the last visit stands at once', async () => {
  const { page, errors, close, origin } = await enter('haruka')
  await page.goto(origin)
  const headings = () => main(page).getByRole('heading', { level: 2 }).allTextContents()
  await main(page)
    .getByRole('heading', { name: t('home.added') })
    .waitFor()
  await main(page)
    .getByRole('button', { name: t('home.layout') })
    .click()
  const sheet = page.getByRole('dialog', { name: t('home.layout') })
  await sheet.getByRole('switch', { name: t('home.showRow', { name: t('home.added') }) }).click()
  const up = sheet.getByRole('button', { name: t('home.moveUp', { name: t('home.week') }) })
  while (await up.isEnabled()) await up.click()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(async () => (await headings())[0]).toBe(t('home.week'))
  expect(await headings()).not.toContain(t('home.added'))
  await page.route('**/api/v3/home', () => undefined)
  await page.reload()
  await main(page)
    .getByRole('heading', { name: t('home.week') })
    .waitFor()
  expect((await headings())[0]).toBe(t('home.week'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(errors).toEqual([])
  await close()
})

test('a visitor is shown what a login is good for, and led there', async () => {
  const { page, close } = await openPage(here().browser, { language: 'zh-CN' })
  await page.goto(here().origin)
  await main(page).getByText('登录后不会丢失进度').waitFor()
  await main(page).getByRole('link', { name: '登录' }).click()
  await page.waitForURL('**/auth/login')
  await close()
})

test('of whom one follows a month of releases is shown, and turned', async () => {
  const { page, errors, close, origin } = await enter('midori', 'en-US')
  await page.goto(`${origin}/works?makers=RG90002`)
  await page.getByRole('button', { name: t('follow.follow'), exact: true }).click()
  await notices(page, t('nav.follows')).waitFor()
  await page.goto(`${origin}/follows`)
  const calendar = main(page).getByRole('region', { name: t('follow.calendar') })
  await calendar.waitFor()
  const before = await calendar.locator('p').first().textContent()
  await calendar.getByRole('button', { name: t('follow.monthBefore') }).click()
  const month = calendar.locator('p').first()
  await expect.poll(() => month.textContent()).not.toBe(before)
  // Back from a work returns to the chosen month.
  const shown = await month.textContent()
  await page.reload()
  await expect.poll(() => month.textContent()).toBe(shown)
  expect(errors).toEqual([])
  await page.route('**/releases?**', (route) => route.abort())
  await calendar.getByRole('button', { name: t('follow.monthBefore') }).click()
  await calendar.getByRole('alert').waitFor()
  await page.unroute('**/releases?**')
  await calendar.getByRole('alert').getByRole('button').click()
  await calendar.getByRole('alert').waitFor({ state: 'detached' })
  await close()
})
