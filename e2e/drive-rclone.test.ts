import { type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { afterAll, expect, test } from 'vitest'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, openPageAs, signInTo } from './people.ts'
import { temporaryFolder } from './server.ts'
import { pattern, t } from './words.ts'

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

const hostile = '<img src=x onerror=alert(1)>'

function configOf({ providers }: FakeDrives): string {
  const { clientId, clientSecret } = providers.dropbox.issuer.app
  const { accessToken, refreshToken } = providers.dropbox.issuer.issue()
  const token = { access_token: accessToken, refresh_token: refreshToken, expiry: '2020-01-01T00:00:00Z' }
  const keys = `client_id = ${clientId}\nclient_secret = ${clientSecret}\ntoken = ${JSON.stringify(token)}`
  return `[${hostile}]\ntype = dropbox\n${keys}\n[locked]\ntype = crypt\nremote = a:\n[plain]\ntype = box\ntoken = {}\n`
}

test('a configuration of rclone is read, says what can be taken, and links what is chosen', async () => {
  const { browser, origin } = here()
  if (!drives) throw new Error('a journey begins inside a test')
  drives.providers.dropbox.tree.put('Audio/1.wav', 'x')
  const { page, close } = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'haruka') })
  await visit(page, `${origin}/admin/storages`)
  await page.getByRole('button', { name: t('drives.rclone') }).click()
  const dialog = page.getByRole('dialog')
  const choose = (name: string, text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
  await choose('huge.bin', 'x'.repeat(300_000))
  await dialog.getByText(t('drives.rcloneTooLarge')).waitFor()
  await choose('picture.png', '\0\u0001\u0002')
  await dialog.getByRole('button', { name: t('drives.rcloneRead') }).click()
  await dialog.getByText(t('drives.rclone_nothing')).waitFor()
  await choose('rclone.conf', configOf(drives))
  await dialog.getByRole('button', { name: t('drives.rcloneRead') }).click()
  const taken = dialog.getByRole('checkbox', { name: hostile })
  await taken.waitFor()
  expect(await taken.isChecked()).toBe(true)
  await dialog.getByText('Koedana cannot read encrypted files.').waitFor()
  expect(await dialog.getByRole('checkbox', { name: /^locked/ }).isDisabled()).toBe(true)
  await dialog.getByText(pattern('rcloneState.noClientId')).waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await dialog.getByRole('button', { name: t('drives.rcloneTake') }).click()
  await dialog.getByText(/Dropbox is linked: haruka@/).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: t('storages.add') })
    .first()
    .click()
  await dialog.getByRole('radio', { name: /^Cloud drive/ }).check()
  await dialog.getByRole('button', { name: 'Audio' }).waitFor()
  await close()
})
