import { afterAll, expect, test } from 'vitest'
import {
  type SmallOldServer,
  smallOldServer,
} from '../packages/server/src/features/migration/testing/small-old-server.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { button, toFolders, words } from './newcomer.ts'
import { notices } from './people.ts'
import { temporaryFolder } from './server.ts'
import { t } from './words.ts'

const shelf: SmallOldServer = smallOldServer()
afterAll(() => shelf.remove())

/** A fresh server next to an old one. */
const here = journey(temporaryFolder)

test('a newcomer sets the server up and brings an old library along', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/setup`)
  await toFolders({ page, language: 'en-US' })
  await button(page, words['en-US'].moving).click()
  await button(page, words['en-US'].finish).click()
  await page.waitForURL(`${origin}/admin/move-in`)
  await page.getByRole('heading', { name: t('moving.act') }).waitFor()
  const path = page.getByLabel(t('moving.path'))
  await path.fill(`${shelf.folder}/nothing`)
  await page.getByRole('button', { name: t('moving.look') }).click()
  await page.getByText(t('validation.oldServerUnreadable')).waitFor()
  await path.fill(shelf.old.folder)
  await page.getByRole('button', { name: t('moving.look') }).click()
  const planned = page.getByRole('region', { name: t('moving.planned') })
  await planned.getByRole('row', { name: 'Works 1 0 0' }).waitFor()
  await page.getByText(t('taskReason.folderNotHere')).waitFor()
  // The task remembers the current step.
  await page.reload()
  await planned.getByRole('row', { name: 'Ratings, notes and states 1 0 1' }).waitFor()
  await page.getByRole('button', { name: t('moving.act'), exact: true }).click()
  const moved = page.getByRole('region', { name: t('moving.done') })
  await moved.getByRole('row', { name: 'Positions 1 0 0' }).waitFor()
  await page.goto(`${origin}/work/RJ90000000`)
  await page.getByRole('heading', { name: 'Rain' }).waitFor()
  const stars = page.getByRole('group', { name: t('marks.rating') }).getByRole('button', { name: '4 stars' })
  await expect.poll(() => stars.getAttribute('aria-pressed')).toBe('true')
  expect(await page.getByLabel(t('marks.note'), { exact: true }).inputValue()).toBe('once more')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('progress.continue') })
    .waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('progress.continue') })
    .click()
  await page.getByRole('button', { name: t('full.open') }).click()
  await page.getByRole('button', { name: t('bookmarks.add') }).click()
  await page.getByLabel(t('bookmarks.note'), { exact: true }).fill('the bell')
  await page.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('bookmarks.kept')).waitFor()
  await page.goto(`${origin}/work/RJ90000000`)
  await page.getByRole('button', { name: t('bookmarks.rename', { title: 'the bell' }) }).click()
  await page.getByLabel(t('bookmarks.note'), { exact: true }).fill('the second bell')
  await page.getByRole('button', { name: t('common.save'), exact: true }).click()
  await page.getByRole('button', { name: /^Play “the second bell” from/ }).click()
  await page.getByRole('button', { name: t('users.deleteName', { name: '“the second bell”' }) }).click()
  await expect.poll(() => page.getByRole('region', { name: t('bookmarks.title') }).count()).toBe(0)
  expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  await close()
})
