import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getTrackLyrics, listLyricsCandidates } from '@koedana/contract/lyrics.ts'
import { listWorkFiles } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { journey } from './journey.ts'
import { addUser, openPageAs, signInTo } from './people.ts'
import { koedana, temporaryFolder } from './server.ts'
import { writeSounds } from './sounds.ts'
import { t } from './words.ts'

const id = 'RJ90000011'
const lines = (text: string) => `[00:01.00]${text}\n[00:02.00]${text} again`

/** Two tracks, of which the first has its text by its name; a third text is like no track. */
const here = journey(async () => {
  const folder = await temporaryFolder()
  const library = join(folder.path, 'library')
  await writeSounds(library, [`${id} 夜/01 雨.mp3`, `${id} 夜/02 星.mp3`, 'RJ90000012 昼/海.mp3'])
  await writeFile(join(library, `${id} 夜/01 雨.lrc`), lines('By its name'))
  await writeFile(join(library, `${id} 夜/script of the whole evening.lrc`), lines('By hand'))
  await koedana(folder.path, 'scan', library, '--age', 'all')
  await addUser(folder.path, 'haruka', '--role', 'admin')
  await addUser(folder.path, 'midori')
  return folder
})

async function openWork(name: 'haruka' | 'midori', workId = id, viewport = { width: 1440, height: 900 }) {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, name)
  const watched = await openPageAs(browser, { origin, signedIn }, { language: 'en-US', viewport })
  await watched.page.goto(`${origin}/work/${workId}`)
  const call = clientAs(origin, signedIn.token)
  const { tracks } = await call(listWorkFiles, { params: { id: workId } })
  const textsOf = async (title: string) => {
    const track = tracks.find((one) => one.title === title)
    const { items } = await call(getTrackLyrics, { params: { id: track?.id ?? '' } })
    return items.map(({ cues }) => cues[0]?.text)
  }
  return { ...watched, call, tracks, textsOf }
}

const row = (page: Page, title: string) =>
  page
    .getByRole('region', { name: t('work.tracks') })
    .getByRole('listitem')
    .filter({ hasText: title })

const dialog = (page: Page) => page.getByRole('dialog', { name: t('lyrics.chooseTitle') })

test('an administrator gives a track another text from its menu, and goes back to the automatic choice', async () => {
  const { page, errors, close, textsOf } = await openWork('haruka')
  await row(page, '星').click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('lyrics.choose') }).click()
  const box = dialog(page).getByRole('checkbox', { name: 'script of the whole evening.lrc' })
  expect(await box.isChecked()).toBe(false)
  await box.check()
  await dialog(page).getByText(t('lyrics.chosen')).waitFor()
  await expect.poll(() => textsOf('星')).toEqual(['By hand'])
  expect(await violationsByTheme(page)).toEqual(noViolations)
  await dialog(page)
    .getByRole('button', { name: t('common.close') })
    .click()
  // The page shows it without a reload.
  await row(page, '星').getByLabel(t('filter.hasLyrics')).waitFor()

  await row(page, '雨').click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('lyrics.choose') }).click()
  await dialog(page).getByRole('checkbox', { name: '01 雨.lrc' }).uncheck()
  await dialog(page).getByText(t('lyrics.removed')).waitFor()
  await expect.poll(() => textsOf('雨')).toEqual([])
  await dialog(page)
    .getByRole('button', { name: t('lyrics.automaticFor', { name: '01 雨.lrc' }) })
    .click()
  await expect.poll(() => textsOf('雨')).toEqual(['By its name'])
  expect(await dialog(page).getByRole('checkbox', { name: '01 雨.lrc' }).isChecked()).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('the player offers it for what plays, also on a phone, and shows the new lines at once', async () => {
  const { page, errors, close } = await openWork('haruka', id, { width: 390, height: 844 })
  await row(page, '雨').getByRole('button').first().click()
  await page.getByRole('button', { name: t('full.open') }).click()
  const full = page.getByRole('dialog', { name: t('full.title') })
  await full.getByRole('button', { name: t('lyrics.title'), exact: true }).click()
  await full.getByRole('button', { name: 'By its name', exact: true }).waitFor()
  await full.getByRole('button', { name: t('lyrics.choose') }).click()
  const box = dialog(page).getByRole('checkbox', { name: 'script of the whole evening.lrc' })
  await box.check()
  await dialog(page).getByRole('checkbox', { name: '01 雨.lrc' }).uncheck()
  await dialog(page).getByText(t('lyrics.removed')).waitFor()
  await dialog(page)
    .getByRole('button', { name: t('common.close') })
    .click()
  await full.getByRole('button', { name: 'By hand', exact: true }).waitFor()
  // Without any text the panel remains, and offers the choice.
  await full.getByRole('button', { name: t('lyrics.choose') }).click()
  await box.uncheck()
  await dialog(page)
    .getByRole('button', { name: t('common.close') })
    .click()
  await full.getByText(t('lyrics.none')).waitFor()
  await full.getByRole('button', { name: t('lyrics.choose') }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a work without texts says what to do, and a failed choice is put back', async () => {
  const { page, close, call, tracks } = await openWork('haruka', 'RJ90000012')
  await row(page, '海').click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('lyrics.choose') }).click()
  await dialog(page).getByText(t('lyrics.noFiles')).waitFor()
  await close()
  expect((await call(listLyricsCandidates, { params: { id: tracks[0]?.id ?? '' } })).items).toEqual([])

  const other = await openWork('haruka')
  await row(other.page, '星').click({ button: 'right' })
  await other.page.getByRole('menuitem', { name: t('lyrics.choose') }).click()
  const box = dialog(other.page).getByRole('checkbox', { name: 'script of the whole evening.lrc' })
  const before = await box.isChecked()
  await other.page.context().setOffline(true)
  await box.click()
  await other.page.getByText(t('error.network')).waitFor()
  await expect.poll(() => box.isChecked()).toBe(before)
  await other.close()
})

test('a member is not offered it, in the menu or in the player', async () => {
  const { page, errors, close } = await openWork('midori')
  await row(page, '雨').click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('menu.copyName') }).waitFor()
  expect(await page.getByRole('menuitem', { name: t('lyrics.choose') }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await row(page, '雨').getByRole('button').first().click()
  await page.getByRole('button', { name: t('full.open') }).click()
  const full = page.getByRole('dialog', { name: t('full.title') })
  await full.getByRole('button', { name: t('player.queue'), exact: true }).waitFor()
  expect(await full.getByRole('button', { name: t('lyrics.choose') }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
