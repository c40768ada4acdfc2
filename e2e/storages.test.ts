import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import { startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { buildZip } from '@koedana/server/features/storages/testing/zip.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, notices, openPageAs, signInTo } from './people.ts'
import { temporaryFolder } from './server.ts'
import { audioOf, keepAudio, writeSounds } from './sounds.ts'
import { pattern, t } from './words.ts'

let library = ''
const here = journey(async () => {
  const folder = await temporaryFolder()
  library = join(folder.path, 'library')
  await mkdir(join(library, 'deep'), { recursive: true })
  await writeSounds(library, ['Voices/RJ90000001 雨/01.wav', 'Voices/RJ90000001 雨/02.wav'], 0.1)
  await addUser(folder.path, 'haruka', '--role', 'admin')
  return folder
})

async function openStorages() {
  const { browser, origin } = here()
  const watched = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'haruka') })
  await visit(watched.page, `${origin}/admin/storages`)
  return watched
}

const steps = (page: Page) =>
  page.getByRole('listitem').filter({
    hasText: new RegExp(
      [t('storageStepState.ok'), t('storageStepState.failed'), t('storageStepState.skipped')].join('|'),
    ),
  })

test('a folder is added, tested and scanned, switched off and removed', async () => {
  const { page, errors, close } = await openStorages()
  await page.getByText(t('storages.none')).waitFor()
  await page.getByRole('button', { name: t('storages.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('source.folder'), { exact: true }).fill('/nowhere')
  await dialog.getByRole('button', { name: t('oidc.check') }).click()
  await dialog.getByText('This folder does not exist on the server').waitFor()
  await dialog.getByRole('button', { name: t('drives.pickFolder') }).click()
  await dialog.getByText(t('storages.folderBegin')).waitFor()
  await dialog.getByLabel(t('source.folder'), { exact: true }).fill(library)
  await dialog.getByRole('button', { name: t('oidc.check') }).click()
  await expect.poll(() => steps(page).count()).toBe(4)
  // A test result applies only to the folder that was tested.
  await dialog.getByLabel(t('source.folder'), { exact: true }).fill(`${library}/deep`)
  await expect.poll(() => steps(page).count()).toBe(0)
  await dialog.getByLabel(t('source.folder'), { exact: true }).fill(library)
  await dialog.getByRole('button', { name: t('storages.saveAndScan') }).click()
  await notices(page, 'Storage added').waitFor()
  const card = page.getByRole('region', { name: library })
  await card.getByText(/1 work, 2 files, 0 skipped/).waitFor()
  await card.getByText(t('storageHealth.available')).waitFor()
  await card.getByRole('switch').click()
  await card.getByText('Switched off').waitFor()
  expect(await card.getByRole('button', { name: t('storages.scan') }).isDisabled()).toBe(true)
  await card.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('alertdialog').getByText('No files are touched.').waitFor()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('storages.remove') })
    .click()
  await page.getByText(t('storages.none')).waitFor()
  expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  await close()
})

test('a server of the own network is spoken to once somebody says so, and its secret is shown to nobody', async () => {
  const nas = await startWebdav({ user: 'haruka', password: 'moss under eaves' })
  nas.put('RJ90000002 雪/1.wav', encodeWav(composeSound('snow', 6)))
  const { page, close } = await openStorages()
  await keepAudio(page)
  await page.getByRole('button', { name: t('storages.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^WebDAV/ }).check()
  await dialog.getByRole('textbox', { name: t('marketplace.baseUrl') }).fill(nas.url)
  await dialog.getByLabel(t('account.username')).fill('haruka')
  await dialog.getByLabel(t('account.password'), { exact: true }).fill('moss under eaves')
  await dialog.getByRole('button', { name: t('oidc.check') }).click()
  await dialog.getByText('This address is on a private network').waitFor()
  expect(nas.requests).toEqual([])
  await dialog.getByLabel(t('storages.ownNetwork')).check()
  await dialog.getByRole('button', { name: t('oidc.check') }).click()
  await dialog.getByText('A part of a file was read').waitFor()
  await dialog.getByRole('button', { name: t('storages.saveAndScan') }).click()
  const card = page.getByRole('region', { name: /dav/ })
  await card.getByText(t('storageHealth.available')).waitFor()
  await card.getByRole('button', { name: /^Edit/ }).click()
  expect(await dialog.getByLabel(t('account.password'), { exact: true }).inputValue()).toBe('')
  await dialog.getByText('A secret is saved').waitFor()
  expect(await page.content()).not.toContain('moss under eaves')
  await page.keyboard.press('Escape')
  await card.getByText(/1 work, 1 file, 0 skipped/).waitFor()
  await visit(page, `${here().origin}/work/RJ90000002`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  await close()
  await nas.close()
})

test('a bucket is added by hand and scanned, and what lies in it is heard, in an archive too', async () => {
  const bucket = await startS3()
  const [snow, wind] = ['snow', 'wind'].map((name) => encodeWav(composeSound(name, 6)))
  bucket.put('shelf/RJ90000003 雪/1.wav', snow ?? '')
  bucket.put('shelf/RJ90000004 風.zip', buildZip([{ name: '1.wav', bytes: wind ?? Buffer.alloc(0) }]))
  const { page, close } = await openStorages()
  await keepAudio(page)
  await page.getByRole('button', { name: t('storages.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^S3/ }).check()
  await dialog.getByRole('textbox', { name: t('storages.endpoint') }).fill(bucket.url)
  await dialog.getByLabel(t('storages.bucket'), { exact: true }).fill(bucket.bucket)
  await dialog.getByLabel('Folder in it').fill('shelf')
  await dialog.getByLabel(t('storages.region')).fill(bucket.keys.region)
  await dialog.getByLabel(t('storages.accessKeyId')).fill(bucket.keys.accessKeyId)
  await dialog.getByLabel(t('storages.secretAccessKey')).fill(bucket.keys.secretAccessKey)
  await dialog.getByLabel(pattern('storages.pathStyle')).check()
  await dialog.getByLabel(t('storages.ownNetwork')).check()
  await dialog.getByRole('button', { name: t('oidc.check') }).click()
  await dialog.getByText('A part of a file was read').waitFor()
  await dialog.getByRole('button', { name: t('storages.saveAndScan') }).click()
  const card = page.getByRole('region', { name: /shelf/ })
  await card.getByText(/2 works, 2 files, 0 skipped/).waitFor()
  for (const id of ['RJ90000003', 'RJ90000004']) {
    await visit(page, `${here().origin}/work/${id}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('work.play'), exact: true })
      .click()
    await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
    expect(await audioOf(page, 'duration')).toBeCloseTo(6, 0)
  }
  expect(await page.content()).not.toContain(bucket.keys.secretAccessKey)
  await close()
  await bucket.close()
})

test('while a slow server is scanned, a folder waits its turn, and hostile names are shown, found in what is spoken, and heard', async () => {
  const nas = await startWebdav()
  nas.put(
    'RJ90000005 <img src=x onerror=alert(1)>/01 <b>"&\u202ebold.wav',
    encodeWav(composeSound('storm', 6)),
  )
  for (let at = 0; at < 300; at += 1)
    nas.put(`RJ9000${1_000 + at} 風/1.wav`, encodeWav(composeSound(`wind ${at}`, 0.05)))
  const loud = join(library, 'Loud')
  await writeSounds(loud, ['RJ90000006 line\nbreak/-rf \u202e.wav'], 20)
  const lines = '[00:00.00]Nobody says this\n[00:12.00]<img src=x onerror=alert(1)> thunder'
  await writeFile(join(loud, 'RJ90000006 line\nbreak/-rf \u202e.lrc'), lines)
  const { page, errors, close } = await openStorages()
  await keepAudio(page)
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('button', { name: t('storages.add') })
    .first()
    .click()
  await dialog.getByLabel(t('source.folder'), { exact: true }).fill(loud)
  await dialog.getByRole('button', { name: t('storages.saveAndScan') }).click()
  const beside = page.getByRole('region', { name: loud })
  await beside.getByText(/1 work, 1 file, 0 skipped/).waitFor()

  nas.setTrouble({ type: 'slow' })
  await page.getByRole('button', { name: t('storages.add') }).click()
  await dialog.getByRole('radio', { name: /^WebDAV/ }).check()
  await dialog.getByRole('textbox', { name: t('marketplace.baseUrl') }).fill(nas.url)
  await dialog.getByLabel(t('storages.ownNetwork')).check()
  await dialog.getByRole('button', { name: t('storages.saveAndScan') }).click()
  const slow = page.getByRole('region', { name: nas.url.replace('http://', '') })
  await slow.getByRole('progressbar').waitFor()
  await beside.getByRole('button', { name: t('storages.scan') }).click()
  await beside.getByText(t('storages.scanWaits')).waitFor()
  // The folder that is being read is shown.
  await slow
    .getByText(/\/RJ9000\d+ 風$/)
    .first()
    .waitFor({ timeout: 120_000 })

  await visit(page, `${here().origin}/lyrics?q=thunder`)
  const row = page
    .getByRole('list', { name: t('nav.spoken') })
    .getByRole('listitem')
    .first()
  await row.getByText('<img src=x onerror=alert(1)>').waitFor()
  await row.getByRole('button', { name: 'Play from 0:12' }).click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(12.3)

  nas.setTrouble()
  await visit(page, `${here().origin}/admin/storages`)
  await slow.getByText(/301 works, 301 files, 0 skipped/).waitFor({ timeout: 120_000 })
  await expect.poll(() => beside.getByText(pattern('storages.scanWaits')).count()).toBe(0)
  await visit(page, `${here().origin}/work/RJ90000005`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'duration')).toBeCloseTo(6, 0)
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
  await nas.close()
})
