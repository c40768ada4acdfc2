import { getWorkEdits } from '@koedana/contract/editing.ts'
import { listMarks, saveMark } from '@koedana/contract/marks.ts'
import { listWorks } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { type PageOptions, withServiceWorker } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

const bar = (page: Page) => page.getByRole('region', { name: t('select.bar') })

/** Selects the first works of the list by keys, and returns their IDs. */
async function selectWorks(
  name: 'haruka' | 'midori',
  count: number,
  options: PageOptions = { language: 'en-US' },
) {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, name)
  const call = clientAs(origin, signedIn.token)
  const { items } = await call(listWorks, { query: { sort: 'salesDesc' } })
  const ids = items.slice(0, count).map(({ id }) => id)
  const watched = await openPageAs(browser, { origin, signedIn }, options)
  const { page } = watched
  await page.goto(`${origin}/works?sort=salesDesc`)
  await page.getByRole('article').first().getByRole('link').first().focus()
  for (const at of ids.keys()) {
    if (at > 0) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('x')
  }
  await bar(page).getByText(t('select.count', { count })).waitFor()
  const statuses = async () =>
    (await call(listMarks, { query: { ids } })).items.map(({ progress }) => progress)
  return { ...watched, call, ids, statuses }
}

async function chooseInBar(page: Page, name: string, inSubmenu?: string): Promise<void> {
  await bar(page)
    .getByRole('button', { name: t('select.more') })
    .click()
  await page.getByRole('menuitem', { name }).click()
  if (inSubmenu) await page.getByRole('menuitem', { name: inSubmenu, exact: true }).click()
}

test('the status of several works is set by one request, and its notice gives each its former one', async () => {
  const { page, errors, close, call, ids, statuses } = await selectWorks('midori', 3)
  const before = ['want', null, 'postponed'] as const
  for (const [at, progress] of before.entries())
    await call(saveMark, { params: { id: ids[at] ?? '' }, body: { progress } })
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') requests.push(new URL(request.url()).pathname)
  })
  await chooseInBar(page, t('select.status'), t('marks.finished'))
  await notices(page, t('select.statusSet', { count: 3, name: t('marks.finished') })).waitFor()
  expect(await statuses()).toEqual(['finished', 'finished', 'finished'])
  expect(requests).toEqual(['/api/v3/marks'])
  await page.getByRole('button', { name: t('common.undo') }).click()
  await notices(page, t('select.statusRestored', { count: 3 })).waitFor()
  expect(await statuses()).toEqual(before)
  await chooseInBar(page, t('select.status'), t('marks.clearProgress'))
  await notices(page, t('select.statusCleared', { count: 2 })).waitFor()
  expect(await statuses()).toEqual([null, null, null])
  expect(errors).toEqual([])
  await close()
})

test('the palette sets it as well', async () => {
  const { page, errors, close, statuses } = await selectWorks('midori', 2)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: t('palette.label') }).fill(t('marks.postponed'))
  await page.getByRole('option', { name: t('marks.progressSet', { name: t('marks.postponed') }) }).click()
  await expect.poll(statuses).toEqual(['postponed', 'postponed'])
  expect(errors).toEqual([])
  await close()
})

test('a status that is set offline waits on the device, and is sent once there is a connection', async () => {
  const { page, close, statuses } = await selectWorks('midori', 2, withServiceWorker)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByText(t('offline.offline')).waitFor()
  await chooseInBar(page, t('select.status'), t('marks.listening'))
  await notices(page, t('marks.noteWaiting')).waitFor()
  await page.context().setOffline(false)
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['listening', 'listening'])
  await close()
})

test('an administrator edits the shared fields of several works, and takes it back', async () => {
  const { page, errors, close, call, ids } = await selectWorks('haruka', 3)
  const metadata = (id: string) => call(getWorkEdits, { params: { id } })
  const before = await Promise.all(ids.map(metadata))
  const [removed] = before[0]?.work.genres ?? []
  await chooseInBar(page, t('select.edit'))
  const dialog = page.getByRole('dialog', { name: t('editing.many', { count: 3 }) })
  const act = dialog.getByRole('button', { name: t('editing.many', { count: 3 }) })
  const genres = t('filter.genres')
  const [added, gone] = [t('editing.manyAdd', { field: genres }), t('editing.manyRemove', { field: genres })]
  expect(await act.isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: `${t('editing.find')}: ${added}` }).fill('Winter lights')
  await page.getByRole('option', { name: t('editing.create', { name: 'Winter lights' }) }).click()
  await dialog.getByRole('combobox', { name: `${t('editing.findOnly')}: ${gone}` }).fill(removed?.name ?? '')
  await page
    .getByRole('option', { name: removed?.name ?? '' })
    .first()
    .click()
  await dialog.getByRole('combobox', { name: t('filter.age'), exact: true }).selectOption('r15')
  expect(await violationsByTheme(page)).toEqual(noViolations)
  // The input survives a press of Escape.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await chooseInBar(page, t('select.edit'))
  await dialog.getByText('Winter lights').waitFor()
  await act.click()
  await notices(page, t('editing.manySaved', { count: 3 })).waitFor()
  await dialog.waitFor({ state: 'detached' })
  for (const [at, { work }] of (await Promise.all(ids.map(metadata))).entries()) {
    const names = work.genres.map(({ name }) => name)
    expect(names).toContain('Winter lights')
    expect(names).not.toContain(removed?.name)
    expect(work).toMatchObject({ ageCategory: 'r15', name: before[at]?.work.name })
  }
  await page.getByRole('button', { name: t('common.undo') }).click()
  await notices(page, t('editing.manyRestored', { count: 3 })).waitFor()
  const after = await Promise.all(ids.map(metadata))
  expect(after.map(({ work: { genres, ageCategory } }) => ({ genres, ageCategory }))).toEqual(
    before.map(({ work: { genres, ageCategory } }) => ({ genres, ageCategory })),
  )
  expect(errors).toEqual([])
  await close()
})

test('a member is offered no editing, and a visitor neither', async () => {
  const { page, errors, close } = await selectWorks('midori', 2)
  await bar(page)
    .getByRole('button', { name: t('select.more') })
    .click()
  await page.getByRole('menuitem', { name: t('select.status') }).waitFor()
  expect(await page.getByRole('menuitem', { name: t('select.edit') }).count()).toBe(0)
  await page.evaluate(() => localStorage.removeItem('auth.token'))
  await page.reload()
  await page.getByRole('article').first().getByRole('link').first().focus()
  await page.keyboard.press('x')
  await bar(page)
    .getByRole('button', { name: t('select.more') })
    .click()
  await page.getByRole('menuitem', { name: t('select.csv') }).waitFor()
  expect(await page.getByRole('menuitem', { name: t('select.status') }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
