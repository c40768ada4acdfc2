import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import { type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { afterAll, expect, test } from 'vitest'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, openPageAs, signInTo } from './people.ts'
import { temporaryFolder } from './server.ts'
import { audioOf, keepAudio } from './sounds.ts'

let drives: FakeDrives | undefined
const here = journey(async () => {
  drives = await startDrives()
  process.env.DRIVE_GATEWAY = drives.url
  const folder = await temporaryFolder()
  await addUser(folder.path, 'haruka', '--role', 'admin')
  return folder
})
afterAll(async () => {
  delete process.env.DRIVE_GATEWAY
  await drives?.close()
})

async function openStorages() {
  const { browser, origin } = here()
  if (!drives) throw new Error('a journey begins inside a test')
  const watched = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'haruka') })
  await visit(watched.page, `${origin}/admin/storages`)
  return { ...watched, origin, provider: drives.providers.dropbox }
}

test('a drive is linked by its client id, a folder is chosen, scanned and heard', async () => {
  const { page, close, origin, provider } = await openStorages()
  await keepAudio(page)
  provider.tree.put('Audio/RJ90000001 雨/1.wav', encodeWav(composeSound('rain', 6)))
  provider.desk.returnUrls.add(`${origin}/oauth/dropbox`)
  await page.getByRole('button', { name: 'Link a drive' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').selectOption('dropbox')
  await dialog.getByText('press “Create app”').waitFor()
  expect(await dialog.getByLabel('Return address').inputValue()).toBe(`${origin}/oauth/dropbox`)
  await dialog.getByLabel('Client id').fill(provider.desk.app.clientId)
  await dialog.getByLabel('Client secret').fill(provider.desk.app.clientSecret)
  await dialog.getByRole('button', { name: 'Go on to Dropbox' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText(/Dropbox is linked: haruka@/).waitFor()
  expect(page.url()).toBe(`${origin}/oauth/dropbox`)
  await page.getByRole('link', { name: 'Choose a folder' }).click()
  await page.getByRole('button', { name: 'Add a storage' }).first().click()
  await dialog.getByRole('radio', { name: /^Cloud drive/ }).check()
  await dialog.getByRole('button', { name: 'Audio' }).click()
  await dialog.getByText('Chosen: Audio').waitFor()
  await dialog.getByRole('button', { name: 'Test' }).click()
  await dialog.getByText('A part of a file was read').waitFor()
  await dialog.getByRole('button', { name: 'Save and scan' }).click()
  const card = page.getByRole('region', { name: 'Audio' })
  await card.getByText(/1 work, 1 file, 0 skipped/).waitFor({ timeout: 30_000 })
  await visit(page, `${origin}/work/RJ90000001`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  expect(await audioOf(page, 'duration')).toBeCloseTo(6, 0)
  await close()
})

test('a page that is opened with an answer of nobody links nothing, and shows the words of the provider as text', async () => {
  const { page, close, origin } = await openStorages()
  const hostile = `error=access_denied&error_description=${encodeURIComponent('<img src=x onerror=alert(1)>')}`
  await visit(page, `${origin}/oauth/dropbox?state=forged&${hostile}`)
  await page.getByText('This answer belongs to no link').waitFor()
  expect(page.url()).toBe(`${origin}/oauth/dropbox`)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await visit(page, `${origin}/oauth/115_disk`)
  await page.getByText('This page is where 115 leads back to').waitFor()
  await close()
})
