import { loginAsGuest } from '@koedana/contract/auth.ts'
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
import { clientOf } from './api.ts'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, fillLogin, keepSession, notices, openPageAs, signInTo } from './people.ts'
import { temporaryFolder } from './server.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { pattern, t } from './words.ts'

let drives: FakeDrives | undefined
const here = journey(async () => {
  drives = await startDrives()
  process.env.DRIVE_GATEWAY = drives.url
  const folder = await temporaryFolder()
  await addUser(folder.path, 'haruka', '--role', 'admin')
  await addUser(folder.path, 'midori')
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
  /** Called on the return page, with its text. */
  readonly onReturn?: (linked: RegExp) => Promise<void>
}

/** Resolves to what the page calls the provider. */
async function linkDrive(page: Page, { name, origin, issuer, onReturn }: Linking): Promise<string> {
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
  const linked = new RegExp(`${shown} is linked: .*aruka`)
  await page.getByText(linked).waitFor()
  await onReturn?.(linked)
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

test('a reload at any step of linking a drive shows what was linked and where to go on', async () => {
  const { page, close, origin, providers } = await openStorages()
  const { issuer } = providers.dropbox
  const returnUrl = `${origin}/oauth/dropbox`
  issuer.returnUrls.add(returnUrl)
  await visit(page, `${origin}/oauth/dropbox`)
  await page.getByText(t('drives.lookAtList')).waitFor()
  expect(await page.getByText(t('drives.again')).count()).toBe(0)
  await page.getByRole('link', { name: t('drives.backToStorages') }).click()
  await page.reload()
  const shown = await linkDrive(page, { name: 'dropbox', origin, issuer, onReturn: reloadsOf(page) })
  await page.reload()
  await page
    .getByRole('listitem')
    .filter({ hasText: `${shown} · ` })
    .waitFor()
  await close()
})

/** The result is the same after each reload, and in the history of the tab. */
const reloadsOf = (page: Page) => async (linked: RegExp) => {
  for (let reloads = 0; reloads < 2; reloads++) {
    await page.reload()
    await page.getByText(linked).waitFor()
    await page.getByText(t('drives.linkedNext')).waitFor()
  }
}

test('a refused link stays refused after a reload, and another account is not shown its result', async () => {
  const { page, close, origin } = await openStorages()
  await visit(page, `${origin}/oauth/box?state=forged&code=forged`)
  await page.getByText(pattern('driveRefusal.unknown')).waitFor()
  await page.reload()
  await page.getByText(pattern('driveRefusal.unknown')).waitFor()
  await keepSession(page, await signInTo(origin, 'midori'))
  await page.reload()
  await page.getByText(t('drives.notAllowed')).waitFor()
  expect(await page.getByText(pattern('driveRefusal.unknown')).count()).toBe(0)
  await close()
})

test.each(['midori', 'guest'] as const)(
  '%s learns on the return page that linking is for administrators, and goes on',
  async (who) => {
    const { browser, origin } = here()
    const signedIn = who === 'guest' ? await clientOf(origin)(loginAsGuest, {}) : await signInTo(origin, who)
    const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/v3/admin/') && sent.push(request.url()))
    await visit(page, `${origin}/oauth/dropbox?state=a&code=b`)
    for (let reloads = 0; reloads < 2; reloads++) {
      await page.getByText(t('drives.notAllowed')).waitFor()
      await page.getByText(t('drives.notAllowedNext')).waitFor()
      expect(page.url()).toBe(`${origin}/oauth/dropbox`)
      expect(
        await page
          .getByRole('main')
          .getByRole('link', { name: t('auth.login') })
          .count(),
      ).toBe(0)
      await page.reload()
    }
    await page.getByRole('link', { name: t('error.home') }).click()
    await page.waitForURL(`${origin}/`)
    await visit(page, `${origin}/admin/storages`)
    expect(page.url()).toBe(`${origin}/`)
    expect(await page.getByRole('link', { name: t('nav.admin') }).count()).toBe(0)
    expect(sent).toEqual([])
    expect(errors).toEqual([])
    await close()
  },
)

test('a visitor is led from the return page through the login to the storages', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await visit(page, `${origin}/oauth/115_disk?state=a&code=b`)
  await page.getByText(t('drives.signedOut')).waitFor()
  await page.reload()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('auth.login') })
    .click()
  await fillLogin(page, 'haruka')
  await page.waitForURL(`${origin}/admin/storages`)
  await close()
})

test('a return page of no provider leads home, as any unknown path', async () => {
  const { page, close, origin } = await openStorages()
  await visit(page, `${origin}/oauth/nowhere?code=secret`)
  await page.waitForURL(`${origin}/`)
  await notices(page, t('message.pageNotFound')).waitFor()
  await close()
})

test('drives that cannot be listed say so, and a press tries again', async () => {
  const { page, close, origin } = await openStorages()
  const failure = { status: 500, json: { error: 'The shelf fell over.', code: 'internal' } }
  await page.route(/v3\/admin\/drives\?/, (route) => route.fulfill(failure))
  await page.goto(`${origin}/admin/storages`)
  const section = page.getByRole('region', { name: t('drives.title') })
  await section.getByRole('alert').getByText('The shelf fell over.').waitFor()
  expect(await section.getByRole('button', { name: t('drives.link'), exact: true }).isDisabled()).toBe(true)
  await page.unroute(/v3\/admin\/drives\?/)
  await section.getByRole('button', { name: t('common.retry') }).click()
  await section.getByRole('button', { name: t('drives.link'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(t('drives.provider')).waitFor()
  await close()
})
