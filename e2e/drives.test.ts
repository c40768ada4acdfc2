import { returnPageOf } from '@koedana/contract/drives.ts'
import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import {
  type FakeDriveName,
  type FakeDrives,
  fakeDriveNames,
  startDrives,
} from '@koedana/fakes/drives/start-drives.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, openPageAs, signInTo } from './people.ts'
import { temporaryFolder } from './server.ts'
import { audioOf, keepAudio } from './sounds.ts'
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

async function openStorages() {
  const { browser, origin } = here()
  if (!drives) throw new Error('a journey begins inside a test')
  const watched = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'haruka') })
  await visit(watched.page, `${origin}/admin/storages`)
  return { ...watched, origin, providers: drives.providers }
}

describe.each(fakeDriveNames)('%s', (name) => {
  const folder = `Audio on ${name}`
  const work = `RJ9000000${fakeDriveNames.indexOf(name) + 1}`

  test('is linked by its client id, a folder is chosen, scanned and heard, and it is examined', async () => {
    const { page, close, origin, providers } = await openStorages()
    const { tree, issuer } = providers[name]
    await keepAudio(page)
    tree.put(`${folder}/${work} 雨/1.wav`, encodeWav(composeSound('rain', 20)))
    const shown = await linkDrive(page, { name, origin, issuer })
    await addStorage(page, { shown, folder })
    await visit(page, `${origin}/work/${work}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('work.play'), exact: true })
      .click()
    await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
    expect(await audioOf(page, 'duration')).toBeCloseTo(20, 0)
    await page.getByRole('slider', { name: t('player.seek') }).fill('12')
    await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(12.2)
    await visit(page, `${origin}/admin/storages`)
    await examine(page, { name, shown })
    await close()
  })
})

interface Linking {
  readonly name: FakeDriveName
  readonly origin: string
  readonly issuer: FakeDrives['providers'][FakeDriveName]['issuer']
}

/** Links a drive and resolves to the provider's text on the page. */
async function linkDrive(page: Page, { name, origin, issuer }: Linking): Promise<string> {
  const returnUrl = `${origin}/oauth/${returnPageOf(name)}`
  issuer.returnUrls.add(returnUrl)
  await page.getByRole('button', { name: t('drives.link') }).click()
  const dialog = page.getByRole('dialog')
  const provider = dialog.getByLabel(t('drives.provider'))
  await provider.selectOption(name)
  const shown = (await provider.locator('option:checked').textContent()) ?? ''
  expect(await dialog.locator('details ol').first().getByRole('listitem').count()).toBeGreaterThan(2)
  expect(await dialog.getByLabel(t('drives.returnUrl')).inputValue()).toBe(returnUrl)
  await dialog.getByLabel(t('drives.clientId')).fill(issuer.app.clientId)
  await dialog.getByLabel(t('drives.clientSecret')).fill(issuer.app.clientSecret)
  await dialog.getByRole('button', { name: t('drives.goTo', { name: shown }) }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByText(new RegExp(`${shown} is linked: .*aruka`)).waitFor()
  expect(page.url()).toBe(returnUrl)
  await page.getByRole('link', { name: t('drives.pickFolder') }).click()
  return shown
}

async function addStorage(
  page: Page,
  { shown, folder }: { readonly shown: string; readonly folder: string },
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('button', { name: t('storages.add') })
    .first()
    .click()
  await dialog.getByRole('radio', { name: /^Cloud drive/ }).check()
  const account = dialog.getByLabel(t('nav.account'))
  const value = await account.locator('option', { hasText: new RegExp(`^${shown} ·`) }).getAttribute('value')
  await account.selectOption(value)
  await dialog.getByRole('button', { name: folder }).click()
  await dialog.getByText(`Chosen: ${folder}`).waitFor()
  await dialog.getByRole('button', { name: t('oidc.check') }).click()
  await dialog.getByText('A part of a file was read').waitFor()
  await dialog.getByRole('button', { name: t('storages.saveAndScan') }).click()
  const card = page.getByRole('region', { name: folder })
  await card.getByText(/1 work, 1 file, 0 skipped/).waitFor()
}

/** Copies the report of a drive, which must contain nothing private. */
async function examine(
  page: Page,
  { name, shown }: { readonly name: string; readonly shown: string },
): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const row = page.getByRole('listitem').filter({ hasText: new RegExp(`(?<!\\w)${shown} ·`) })
  await row.getByRole('button', { name: /^Check / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('drives.check'), exact: true }).click()
  await dialog.getByText(`${t('driveStep.range')} · ${t('driveStepState.ok')}`).waitFor()
  expect(await dialog.getByText(/· failed/).count()).toBe(0)
  await dialog.getByRole('button', { name: t('drives.copyReport') }).click()
  await page.getByText(t('drives.reportCopied')).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`provider: ${name}`)
  expect(copied).not.toMatch(/aruka|Audio|RJ9|雨|-(?:at|rt|secret)-/)
}

test('a page that is opened with a response of nobody links nothing, and shows the words of the provider as text', async () => {
  const { page, close, origin } = await openStorages()
  const hostile = `error=access_denied&error_description=${encodeURIComponent('<img src=x onerror=alert(1)>')}`
  await visit(page, `${origin}/oauth/dropbox?state=forged&${hostile}`)
  await page.getByText(pattern('driveRefusal.unknown')).waitFor()
  expect(page.url()).toBe(`${origin}/oauth/dropbox`)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await visit(page, `${origin}/oauth/115_disk`)
  await page.getByText(t('drives.noResponse', { name: '115' })).waitFor()
  await close()
})
