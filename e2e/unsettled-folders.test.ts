import { join } from 'node:path'
import { createStorage, scanStorage } from '@koedana/contract/storages.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, notices, openPageAs, signInTo } from './people.ts'
import { temporaryFolder } from './server.ts'
import { audioOf, keepAudio, writeSounds } from './sounds.ts'
import { pattern, t } from './words.ts'

let library = ''
const loops = ['loop <b>one/01.mp3', 'loop \u202etwo/01.mp3']
const here = journey(async () => {
  const folder = await temporaryFolder()
  library = join(folder.path, 'library')
  const unknown = ['rain at night/01.mp3', 'forest/01.mp3', 'forest/disc 2/02.mp3', 'noise/01.mp3', ...loops]
  await writeSounds(library, ['RJ90000001 雨/01.mp3', ...unknown], 3)
  await addUser(folder.path, 'haruka', '--role', 'admin')
  return folder
})

/** Opens the page of storages after the folder was scanned. */
async function openScanned() {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const call = clientAs(origin, signedIn.token)
  const settings = { kind: 'local' as const, path: library }
  const { id } = await call(createStorage, { body: { settings, unknownAge: 'all' } })
  await call(scanStorage, { params: { id }, body: {} })
  const watched = await openPageAs(browser, { origin, signedIn })
  await keepAudio(watched.page)
  await visit(watched.page, `${origin}/admin/storages`)
  return { ...watched, origin }
}

const section = (page: Page) => page.getByRole('region', { name: t('unsettled.title') })
const row = (page: Page, folder: string) =>
  section(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: folder }) })

/** Presses play on a work page and waits for audio. */
async function hears(page: Page, address: string): Promise<void> {
  await visit(page, address)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0)
}

test('folders that a scan cannot settle are given an id, made works of one’s own or ignored, and heard', async () => {
  const { page, errors, close, origin } = await openScanned()
  const card = page.getByRole('region', { name: library })
  await card.getByRole('link', { name: t('storages.unsettled', { count: 5 }) }).click()
  await row(page, 'rain at night').getByText(pattern('unsettledReason.noId')).waitFor()

  await row(page, 'rain at night')
    .getByRole('button', { name: t('unsettled.giveId') })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('unsettled.id')).fill('rain')
  await dialog.getByRole('button', { name: t('unsettled.giveIdAct') }).click()
  await dialog.getByText('Two letters and 6 to 8 digits').waitFor()
  await dialog.getByLabel(t('unsettled.id')).fill('rj90000002')
  await dialog.getByRole('button', { name: t('unsettled.giveIdAct') }).click()
  await expect.poll(() => row(page, 'rain at night').count()).toBe(0)

  await row(page, 'forest')
    .getByRole('button', { name: t('availability.own') })
    .click()
  expect(await dialog.getByLabel(t('announcements.titleField')).inputValue()).toBe('forest')
  await dialog.getByLabel(t('announcements.titleField')).fill('Forest without end')
  await dialog.getByRole('button', { name: t('unsettled.makeOwnAct') }).click()
  await notices(page, new RegExp(`${t('message.folderSettled')}|${t('message.folderSettledLater')}`))
    .first()
    .waitFor()
  await expect.poll(() => row(page, 'forest').count()).toBe(0)
  await section(page).getByLabel(t('unsettled.chooseAll')).check()
  await section(page)
    .getByLabel(t('table.choose', { name: 'noise' }))
    .uncheck()
  await section(page).getByText('2 selected').waitFor()
  await section(page)
    .getByRole('button', { name: t('unsettled.allOwn', { count: 2 }) })
    .click()
  await expect.poll(() => row(page, 'loop').count()).toBe(0)
  await row(page, 'noise')
    .getByRole('button', { name: t('unsettled.ignore') })
    .click()
  await section(page).getByText('Nothing to decide').waitFor()
  await expect.poll(() => card.getByText(/needs? a decision/).count()).toBe(0)

  await section(page).getByText(t('unsettledState.settled'), { exact: true }).click()
  const forest = row(page, 'forest').getByRole('link', { name: /Forest without end/ })
  const own = await forest.getAttribute('href')
  // A decision that is made during a scan is applied by the next one, which starts by itself.
  await card.getByText(/5 works, 6 files/).waitFor()
  await row(page, 'noise')
    .getByRole('button', { name: t('unsettled.takeBack') })
    .click()
  await expect.poll(() => row(page, 'noise').count()).toBe(0)
  await card.getByText(/6 works, 7 files/).waitFor()

  await hears(page, `${origin}/work/RJ90000002`)
  await hears(page, origin + String(own))
  await page.getByRole('heading', { name: 'Forest without end' }).first().waitFor()
  expect(errors.filter((error) => !error.includes('400'))).toEqual([])
  await close()
})
