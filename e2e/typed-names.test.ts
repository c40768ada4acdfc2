import { bookmarkEndpoints } from '@koedana/contract/bookmarks.ts'
import { createView } from '@koedana/contract/views.ts'
import { listWorkFiles } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)
const workId = 'RJ90000027'

/** Responds to every write with status 503. Returns a function that stops this. */
async function refuse(page: Page, path: string): Promise<() => Promise<void>> {
  const body = JSON.stringify({ code: 'unavailable', error: 'Too busy' })
  await page.route(path, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, body }),
  )
  return () => page.unroute(path)
}

test('what is typed for a bookmark or a view stands when the server refuses it', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const { tracks } = await call(listWorkFiles, { params: { id: workId } })
  const fileId = tracks[0]?.id ?? ''
  const params = { id: workId }
  await call(bookmarkEndpoints.saveWorkBookmark, { params, body: { fileId, position: 1, title: 'bell' } })
  await call(createView, { body: { name: 'Calm', search: { inLibrary: true } } })
  const { page, close } = await openPageAs(browser, { origin, signedIn })

  await page.goto(`${origin}/work/${workId}`)
  const letBookmarks = await refuse(page, '**/api/v3/bookmarks/**')
  await page.getByRole('button', { name: t('bookmarks.rename', { title: 'bell' }) }).click()
  const note = page.getByLabel(t('bookmarks.note'), { exact: true })
  await note.fill('second bell')
  await note.press('Enter')
  await notices(page, 'Too busy').waitFor()
  expect(await note.inputValue()).toBe('second bell')
  await letBookmarks()
  await note.press('Enter')
  await notices(page, 'Renamed to “second bell”').waitFor()
  const pencil = page.getByRole('button', { name: t('bookmarks.rename', { title: 'second bell' }) })
  await pencil.and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: t('users.deleteName', { name: '“second bell”' }) }).click()
  await notices(page, 'Deleted “second bell”').waitFor()
  await page.getByRole('button', { name: t('common.undo') }).click()
  await pencil.waitFor()

  await page.goto(origin)
  const letViews = await refuse(page, '**/api/v3/views/**')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('views.edit') })
    .click()
  const name = page.getByRole('dialog').getByRole('textbox')
  await name.fill('Calm nights')
  await name.press('Enter')
  await notices(page, 'Too busy').waitFor()
  expect(await name.inputValue()).toBe('Calm nights')
  await letViews()
  await name.press('Enter')
  await page.getByRole('textbox', { name: t('views.rename', { name: 'Calm nights' }) }).waitFor()
  await close()
})

test('a list that is shared is offered a name that the server takes, however long its search is', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const { page, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/works?q=${encodeURIComponent('rain '.repeat(30))}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('share.act'), exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('share.make') }).click()
  await dialog.locator('code').waitFor()
  await close()
})
