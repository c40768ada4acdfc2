import { afterAll, expect, test } from 'vitest'
import { type OldShelf, oldShelf } from '../packages/server/src/features/migration/testing/old-shelf.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { button, toFolders, words } from './newcomer.ts'
import { notices } from './people.ts'
import { temporaryFolder } from './server.ts'

const shelf: OldShelf = oldShelf()
afterAll(() => shelf.remove())

/** A fresh server beside an old one. */
const here = journey(temporaryFolder)

test('a newcomer sets the server up and brings an old library along', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/setup`)
  await toFolders({ page, language: 'en-US' })
  await button(page, words['en-US'].moving).click()
  await button(page, words['en-US'].finish).click()
  await page.waitForURL(`${origin}/admin/move-in`)
  await page.getByRole('heading', { name: 'Move in' }).waitFor()
  const path = page.getByLabel('Folder or database on this server')
  await path.fill(`${shelf.folder}/nothing`)
  await page.getByRole('button', { name: 'See what would come' }).click()
  await page.getByText('There is no folder or file here that can be read.').waitFor()
  await path.fill(shelf.old.folder)
  await page.getByRole('button', { name: 'See what would come' }).click()
  const planned = page.getByRole('region', { name: 'This would come' })
  await planned.getByRole('row', { name: 'Works 1 0 0' }).waitFor()
  await page.getByText('The folder is not on this machine, or cannot be read').waitFor()
  // The task remembers where one is.
  await page.reload()
  await planned.getByRole('row', { name: 'Ratings, notes and states 1 0 1' }).waitFor()
  await page.getByRole('button', { name: 'Move in', exact: true }).click()
  const moved = page.getByRole('region', { name: 'Moved in' })
  await moved.getByRole('row', { name: 'Positions 1 0 0' }).waitFor()
  await page.goto(`${origin}/work/RJ90000000`)
  await page.getByRole('heading', { name: 'Rain' }).waitFor()
  const stars = page.getByRole('group', { name: 'My rating' }).getByRole('button', { name: '4 stars' })
  await expect.poll(() => stars.getAttribute('aria-pressed')).toBe('true')
  expect(await page.getByLabel('My note').inputValue()).toBe('once more')
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Open the full player' }).click()
  await page.getByRole('button', { name: 'Bookmark this moment' }).click()
  await page.getByLabel('Note', { exact: true }).fill('the bell')
  await page.getByRole('button', { name: 'Save' }).click()
  await notices(page, 'Bookmarked').waitFor()
  await page.goto(`${origin}/work/RJ90000000`)
  await page.getByRole('button', { name: 'Rename “the bell”' }).click()
  await page.getByLabel('Note', { exact: true }).fill('the second bell')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^Play “the second bell” from/ }).click()
  await page.getByRole('button', { name: 'Delete “the second bell”' }).click()
  await expect.poll(() => page.getByRole('region', { name: 'Bookmarks' }).count()).toBe(0)
  expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  await close()
})
