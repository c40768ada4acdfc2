import { loginAsGuest } from '@koedana/contract/auth.ts'
import { bookmarkEndpoints } from '@koedana/contract/bookmarks.ts'
import { getMark, saveMark } from '@koedana/contract/marks.ts'
import { createView, listViews } from '@koedana/contract/views.ts'
import { listWorkFiles, listWorks } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

const chip = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true })

test('what is marked on the page of a work stays, and filters the list of works', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const [work] = (await clientOf(origin)(listWorks, { query: { sort: 'salesDesc' } })).items
  const id = work?.id ?? ''
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/work/${id}`)
  await chip(page, t('marks.progress'), t('marks.want')).click()
  await chip(page, t('marks.rating'), '4 stars').click()
  await page.getByRole('button', { name: t('marks.addNote') }).click()
  await page.keyboard.type('For a rainy night')
  await page.keyboard.press('Tab')
  await page.getByRole('status').getByText(t('marks.noteSaved'), { exact: true }).waitFor()
  const saved = { progress: 'want', rating: 4, note: 'For a rainy night' }
  await expect.poll(() => call(getMark, { params: { id } })).toMatchObject(saved)
  await page.reload()
  await expect
    .poll(() => page.getByLabel(t('marks.note'), { exact: true }).inputValue())
    .toBe('For a rainy night')
  expect(await chip(page, t('marks.rating'), '4 stars').getAttribute('aria-pressed')).toBe('true')

  await page.goto(`${origin}/works`)
  await chip(page, t('filter.mine'), t('marks.want')).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await page.getByRole('heading', { name: work?.title ?? '' }).waitFor()
  expect(page.url()).toContain('progress=want')
  await chip(page, t('marks.rating'), '5 stars').click()
  await expect.poll(() => page.getByRole('article').count()).toBe(0)
  await page.getByRole('button', { name: t('filter.removeName', { name: 'My rating ≥ 5' }) }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)

  await page.goto(`${origin}/work/${id}`)
  await chip(page, t('marks.progress'), t('marks.want')).click()
  await expect.poll(() => call(getMark, { params: { id } })).toMatchObject({ progress: null })
  await page.goBack()
  await expect.poll(() => page.getByRole('article').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a bookmark that is deleted comes back by its notice, with its note', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const [work] = (await clientOf(origin)(listWorks, { query: { inLibrary: true } })).items
  const params = { id: work?.id ?? '' }
  const [track] = (await call(listWorkFiles, { params })).tracks
  const body = { fileId: track?.id ?? '', position: 7.5, title: 'The rain begins' }
  await call(bookmarkEndpoints.saveWorkBookmark, { params, body })
  const titles = async () =>
    (await call(bookmarkEndpoints.listWorkBookmarks, { params })).items.map(({ title }) => title)
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/work/${params.id}`)
  const list = page.getByRole('region', { name: t('bookmarks.title') })
  await list.getByRole('button', { name: t('users.deleteName', { name: '“The rain begins”' }) }).click()
  await expect.poll(titles).toEqual([])
  await list.waitFor({ state: 'detached' })
  await notices(page, 'Deleted “The rain begins”').waitFor()
  await page.getByRole('button', { name: t('common.undo') }).click()
  await list.getByText('The rain begins').waitFor()
  await expect.poll(titles).toEqual(['The rain begins'])
  expect(errors).toEqual([])
  await close()
})

test('where the server refuses, the mark is put back', async () => {
  const { browser, origin } = here()
  const [work] = (await clientOf(origin)(listWorks, {})).items
  const { page, close } = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'midori') })
  await page.route('**/api/v3/marks/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { code: 'refused', error: 'The request was rejected.' } })
      : route.continue(),
  )
  await page.goto(`${origin}/work/${work?.id}`)
  await chip(page, t('marks.progress'), t('marks.listening')).click()
  await notices(page, 'The request was rejected.').waitFor()
  await expect
    .poll(() => chip(page, t('marks.progress'), t('marks.listening')).getAttribute('aria-pressed'))
    .toBe('false')
  await close()
})

test('a visitor is offered no marks, and a shared address of favorites shows none', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/works?favorite=true`)
  await page.getByRole('button', { name: t('filter.removeName', { name: t('nav.favorites') }) }).click()
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('group', { name: t('filter.mine') }).count()).toBe(0)
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.getByRole('button', { name: t('favorites.favorite'), exact: true }).waitFor()
  expect(await page.getByRole('group', { name: t('marks.rating') }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

/** Each runs right after the last key press. */
const waysToLeave: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a reload': (page) => page.reload(),
  Back: (page) => page.goBack(),
  'Escape and Back': async (page) => {
    await page.keyboard.press('Escape')
    await page.goBack()
  },
  'another address': (page) => page.goto('about:blank'),
  'closing the tab': (page) => page.close({ runBeforeUnload: true }),
  'a pause': () => Promise.resolve(),
}

async function openAs(name: 'midori' | 'guest') {
  const { browser, origin } = here()
  const signedIn = name === 'guest' ? await clientOf(origin)(loginAsGuest, {}) : await signInTo(origin, name)
  return {
    ...(await openPageAs(browser, { origin, signedIn })),
    call: clientAs(origin, signedIn.token),
    origin,
  }
}

test.each(
  (['midori', 'guest'] as const).flatMap((name) =>
    Object.keys(waysToLeave).map((way) => [name, way] as const),
  ),
)('a note of %s is kept by %s', async (name, way) => {
  const { page, close, call, origin } = await openAs(name)
  const [work] = (await clientOf(origin)(listWorks, { query: { sort: 'releaseDateDesc' } })).items
  const id = work?.id ?? ''
  const note = `Typed before ${way}`
  await call(saveMark, { params: { id }, body: { note: '' } })
  await page.goto(`${origin}/works`)
  await page
    .getByRole('main')
    .getByRole('link', { name: work?.title ?? '', exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: t('marks.addNote') }).click()
  await page.keyboard.type(note)
  await waysToLeave[way]?.(page)
  await expect.poll(async () => (await call(getMark, { params: { id } })).note).toBe(note)
  if (way === 'a reload')
    await expect.poll(() => page.getByLabel(t('marks.note'), { exact: true }).inputValue()).toBe(note)
  await close()
})

test('marks made offline are shown, sent once the connection is back, and lose nothing written elsewhere', async () => {
  const { page, close, call, origin } = await openAs('midori')
  const [work] = (await clientOf(origin)(listWorks, { query: { sort: 'releaseDateAsc' } })).items
  const id = work?.id ?? ''
  const mark = () => call(getMark, { params: { id } })
  await call(saveMark, { params: { id }, body: { progress: null, rating: null, note: 'First' } })
  await page.goto(`${origin}/work/${id}`)
  await page.getByLabel(t('marks.note'), { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByText(t('offline.offline')).waitFor()
  await chip(page, t('marks.progress'), t('taskStatus.finished')).click()
  await notices(page, t('marks.progressSet', { name: t('marks.finished') })).waitFor()
  await chip(page, t('marks.rating'), '5 stars').click()
  await page.getByLabel(t('marks.note'), { exact: true }).fill('First, and offline')
  await page.getByText(t('device.kept')).waitFor()
  expect(await chip(page, t('marks.progress'), t('taskStatus.finished')).getAttribute('aria-pressed')).toBe(
    'true',
  )
  expect(await chip(page, t('marks.rating'), '5 stars').getAttribute('aria-pressed')).toBe('true')
  await call(saveMark, { params: { id }, body: { note: 'Elsewhere' } })
  await page.context().setOffline(false)
  const both = 'Elsewhere\n\nFirst, and offline'
  await expect.poll(mark).toMatchObject({ progress: 'finished', rating: 5, note: both })
  await expect.poll(() => page.getByLabel(t('marks.note'), { exact: true }).inputValue()).toBe(both)
  await close()
})

test('a saved view keeps a name that is typed just before a reload', async () => {
  const { page, close, call, origin } = await openAs('midori')
  await call(createView, { body: { name: 'Rain', search: { q: 'rain' } } })
  await page.goto(origin)
  await page.getByRole('button', { name: t('views.edit') }).click()
  await page.getByLabel(t('views.rename', { name: 'Rain' })).fill('Storm')
  await page.reload()
  const names = async () => (await call(listViews, {})).items.map(({ name }) => name)
  await expect.poll(names).toEqual(['Storm'])
  await close()
})
