import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import { type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { afterAll, expect, test } from 'vitest'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, openPageAs, signInTo } from './people.ts'
import { temporaryFolder } from './server.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

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

async function openLinkDialog() {
  const { browser, origin } = here()
  if (!drives) throw new Error('a journey begins inside a test')
  const watched = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'haruka') })
  const { page } = watched
  await keepAudio(page)
  await visit(page, `${origin}/admin/storages`)
  await page.getByRole('button', { name: t('drives.link') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('drives.provider')).selectOption('disk_115')
  const provider = drives.providers.disk_115
  await dialog.getByLabel(t('drives.clientId')).fill(provider.issuer.app.clientId)
  await dialog.getByLabel(t('drives.clientSecret')).fill(provider.issuer.app.clientSecret)
  return { ...watched, origin, provider, dialog }
}

test('115 is linked by a code that is scanned, a folder is chosen, scanned, heard, and sought in', async () => {
  const { page, close, origin, provider, dialog } = await openLinkDialog()
  provider.tree.put('Audio/RJ90000001 雨/1.wav', encodeWav(composeSound('rain', 20)))
  // The strictest case: the file needs the User-Agent and the cookie of the request for its link.
  provider.bindLinks('cookie')
  await dialog.getByText('link with a QR code instead').waitFor()
  await dialog.getByRole('button', { name: t('drives.scan') }).click()
  await dialog.getByRole('img', { name: t('drives.scanCode', { name: '115' }) }).waitFor()
  provider.scans.act('seen')
  await dialog.getByText(t('drives.scanSeen')).waitFor()
  provider.scans.act('confirmed')
  await dialog.getByText(t('drives.linked', { name: '115', account: 'Haruka' })).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: t('storages.add') })
    .first()
    .click()
  await dialog.getByRole('radio', { name: /^Cloud drive/ }).check()
  await dialog.getByRole('button', { name: 'Audio' }).click()
  await dialog.getByText(t('drives.chosen', { path: 'Audio' })).waitFor()
  await dialog.getByRole('button', { name: t('storages.saveAndScan') }).click()
  const card = page.getByRole('region', { name: 'Audio' })
  await card.getByText(/1 work, 1 file, 0 skipped/).waitFor()
  await visit(page, `${origin}/work/RJ90000001`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  expect(await audioOf(page, 'duration')).toBeCloseTo(20, 0)
  await page.getByRole('slider', { name: t('player.seek') }).fill('15')
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(15.2)
  await close()
})

test('115 is linked by its return page, whose name is another than its own', async () => {
  const { page, close, origin, provider, dialog } = await openLinkDialog()
  provider.issuer.returnUrls.add(`${origin}/oauth/115_disk`)
  expect(await dialog.getByLabel(t('drives.returnUrl')).inputValue()).toBe(`${origin}/oauth/115_disk`)
  await dialog.getByRole('button', { name: t('drives.goTo', { name: '115' }) }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText(t('drives.linked', { name: '115', account: 'Haruka' })).waitFor()
  expect(page.url()).toBe(`${origin}/oauth/115_disk`)
  await close()
})
