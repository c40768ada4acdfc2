import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shelfIn } from './begin.ts'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import { toFolders, useFolder } from './newcomer.ts'
import { allSessionKeys, password, sessionKeys } from './people.ts'
import { temporaryFolder } from './server.ts'
import { t } from './words.ts'

let shelf = ''

/** A fresh server, and a folder with works that it has not scanned. */
const here = journey(async () => {
  const folder = await temporaryFolder()
  shelf = (await shelfIn(join(folder.path, 'shelf'))).libraryFolder
  return folder
})

test('a newcomer sets the server up, and something plays', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(origin)
  await page.waitForURL(`${origin}/setup`)
  await page.getByLabel(t('account.username')).fill('haruka')
  await page.getByLabel(t('account.password'), { exact: true }).fill(password)
  await page.getByLabel(t('account.repeatPassword')).fill('another one 1')
  await page.getByRole('button', { name: t('setup.next') }).click()
  await page.getByText(t('validation.passwordsSame')).waitFor()
  await toFolders({ page, language: 'en-US' })
  await useFolder({ page, language: 'en-US' }, shelf)
  expect(await sessionKeys(page)).toEqual(allSessionKeys)
  await expect
    .poll(async () => {
      await visit(page, `${origin}/works?inLibrary=true`)
      return page.getByRole('article').count()
    })
    .toBeGreaterThan(0)
  await page.getByRole('article').first().getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await page
    .getByRole('button', { name: t('player.pause') })
    .first()
    .waitFor()
  // The administrator is led to the library; everybody else learns that set-up is finished.
  await page.goto(`${origin}/setup`)
  await page.getByRole('main').getByRole('article').first().waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a visitor may listen to what was found', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/setup`)
  await page.getByText(t('setup.done')).waitFor()
  await page.goto(`${origin}/works?inLibrary=true`)
  await page.getByRole('article').first().getByRole('link').first().click()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await page
    .getByRole('button', { name: t('player.pause') })
    .first()
    .waitFor()
  expect(errors).toEqual([])
  await close()
})
