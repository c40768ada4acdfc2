import { deleteWork } from '@koedana/contract/editing.ts'
import { getSiteSettings } from '@koedana/contract/site-settings.ts'
import { System } from '@koedana/contract/system-info.ts'
import { listTrash } from '@koedana/contract/trash.ts'
import { startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)

async function openDashboard(path: string) {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const watched = await openPageAs(browser, { origin, signedIn })
  return {
    ...watched,
    call: clientAs(origin, signedIn.token),
    open: () => visit(watched.page, origin + path),
  }
}

test('a part of the settings is saved by itself, and stays', async () => {
  const { page, errors, close, call, open } = await openDashboard('/admin/settings')
  await open()
  const visitors = page.getByRole('region', { name: t('setup.visitors') })
  expect(await visitors.getByRole('button', { name: t('common.save') }).isDisabled()).toBe(true)
  await visitors.getByText(t('listening.no'), { exact: true }).click()
  await visitors.getByText('R-15', { exact: true }).click()
  await visitors.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('message.settingsSaved')).waitFor()
  await expect.poll(() => visitors.getByRole('button', { name: t('common.save') }).isDisabled()).toBe(true)
  const saved = await call(getSiteSettings, {})
  expect([saved.visitorsMayListen, saved.visitorCeiling]).toEqual([false, 'r15'])
  await page.reload()
  await visitors.getByRole('radio', { name: t('listening.no') }).waitFor()
  expect(await visitors.getByRole('radio', { name: t('listening.no') }).isChecked()).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('what is wrong with the marketplace is said beside its field, and what stands in the way is explained', async () => {
  const market = await startMarketplace({ works: 10 })
  const { page, errors, close, open } = await openDashboard('/admin/settings')
  await open()
  const section = page.getByRole('region', { name: t('marketplace.title') })
  const save = section.getByRole('button', { name: t('common.save') })
  const check = section.getByRole('button', { name: t('marketplace.check') })
  await section.getByLabel(t('marketplace.baseUrl'), { exact: true }).fill('somewhere')
  expect(await check.isDisabled()).toBe(true)
  await save.click()
  await section.getByText(t('validation.urlExpected')).waitFor()
  await section.getByLabel(t('marketplace.batchSize')).fill('0')
  await section.getByText('At least 1', { exact: true }).waitFor()

  await section.getByLabel(t('marketplace.batchSize')).fill('25')
  await section.getByLabel(t('marketplace.baseUrl'), { exact: true }).fill(market.url)
  await section.getByRole('checkbox', { name: t('marketplace.enabled') }).check()
  await save.click()
  await notices(page, t('message.settingsSaved')).waitFor()
  await check.click()
  await section.getByText(t('marketplaceFault.privateAddress')).waitFor()
  await section.getByText(pattern('marketplaceFault.privateAddressHelp')).waitFor()

  await section.getByLabel(t('marketplace.allowedHosts')).fill('127.0.0.1')
  await save.click()
  await expect.poll(() => check.isEnabled()).toBe(true)
  await check.click()
  await section.getByText(pattern('marketplace.answers')).waitFor()
  expect(errors).toEqual([])
  await close()
  await market.close()
})

test('what lies in the trash is put back, or removed for good once that was confirmed', async () => {
  const { page, errors, close, call, open } = await openDashboard('/admin/trash')
  await open()
  await page.getByRole('heading', { name: t('trash.none') }).waitFor()
  for (const id of ['RJ90000001', 'RJ90000002']) await call(deleteWork, { params: { id } })
  await open()
  const row = (id: string) => page.getByRole('row').filter({ hasText: id })
  await row('RJ90000001').getByRole('checkbox').check()
  await page.getByRole('button', { name: t('trash.restore', { count: 1 }) }).click()
  await notices(page, '1 restored').waitFor()
  await expect.poll(() => row('RJ90000001').count()).toBe(0)

  await row('RJ90000002').getByRole('checkbox').check()
  await page.getByRole('button', { name: t('trash.remove', { count: 1 }) }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  expect(await row('RJ90000002').count()).toBe(1)
  await page.getByRole('button', { name: t('trash.remove', { count: 1 }) }).click()
  await dialog.getByRole('button', { name: t('trash.remove', { count: 1 }) }).click()
  await page.getByRole('heading', { name: t('trash.none') }).waitFor()
  expect((await call(listTrash, { query: {} })).total).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('the figures of the server stand there, and are loaded again', async () => {
  const { page, errors, close, open } = await openDashboard('/admin/system')
  await open()
  const refreshed = () => page.waitForResponse((response) => response.url().endsWith('/v3/admin/system'))
  await page
    .getByRole('region', { name: t('system.catalogue') })
    .getByText(t('system.playableWorks'))
    .waitFor()
  await page
    .getByRole('region', { name: t('system.load') })
    .getByText(t('system.cpu'))
    .waitFor()
  expect((await refreshed()).status()).toBe(200)
  expect(errors).toEqual([])
  await close()
})

test('what was done is written down where administrators look, and links end once that was confirmed', async () => {
  const { page, errors, close, open } = await openDashboard('/admin/settings')
  await open()
  await page.getByRole('button', { name: t('links.end') }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(pattern('links.endHelp')).waitFor()
  await dialog.getByRole('button', { name: t('links.end') }).click()
  await notices(page, t('message.linksEnded')).waitFor()
  await page.getByRole('link', { name: t('admin.system') }).click()
  const log = page.getByRole('region', { name: t('audit.title') })
  const row = log.getByRole('row').filter({ hasText: 'POST /admin/settings/links' })
  await row.getByText('haruka').waitFor()
  await row.getByText(t('auditAct.administered')).waitFor()
  await page.getByRole('combobox', { name: t('audit.act') }).selectOption({ label: t('auditAct.signedIn') })
  await expect.poll(() => row.count()).toBe(0)
  await log
    .getByRole('row')
    .filter({ hasText: t('auditAct.signedIn') })
    .first()
    .waitFor()
  expect(errors).toEqual([])
  await close()
})

test('an index without its compiled kernel is shown on the system page', async () => {
  const { page, errors, close, open } = await openDashboard('/admin/system')
  await page.route(/v3\/admin\/system$/, async (route) => {
    const response = await route.fetch()
    const system = v.parse(System, await response.json())
    await route.fulfill({ json: { ...system, index: { ...system.index, kernel: 'stale' } } })
  })
  await open()
  await page.getByText(t('system.kernelStale')).waitFor()
  await page.unroute(/v3\/admin\/system$/)
  await page.reload()
  await page.getByRole('region', { name: t('system.database') }).waitFor()
  expect(await page.getByText('The compiled part of the index').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
