/** The page of outbound connections: what is contacted, and the switch of the marketplace. */
import { getSiteSettings } from '@koedana/contract/site-settings.ts'
import { createStorage } from '@koedana/contract/storages.ts'
import { locales } from '@koedana/contract/values.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { visit } from './browser.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { t, textIn } from './words.ts'

const here = journey(peopledFolder)

async function openAs(username: string, options = { language: 'en-US' }) {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, username)
  const watched = await openPageAs(browser, { origin, signedIn }, options)
  const open = (path: string) => visit(watched.page, origin + path)
  return { ...watched, open, call: clientAs(origin, signedIn.token) }
}

test('the marketplace is switched off and on where it is listed, and its images with it', async () => {
  const { page, errors, close, call, open } = await openAs('haruka')
  await open('/admin/settings')
  const section = page.getByRole('region', { name: t('marketplace.title') })
  await section.getByRole('link', { name: t('destinations.title') }).click()
  await page.getByRole('heading', { level: 1, name: t('destinations.title') }).waitFor()
  const marketplace = page.getByRole('region', { name: t('destination.marketplace'), exact: true })
  const images = page.getByRole('region', { name: t('destination.marketplaceImages') })
  const control = marketplace.getByRole('switch', { name: t('destinations.switch') })
  const before = await control.isChecked()
  for (const isOn of [!before, before]) {
    await control.click()
    const state = t(isOn ? 'destinationState.on' : 'destinationState.off')
    await marketplace.getByText(state, { exact: true }).waitFor()
    await images.getByText(state, { exact: true }).waitFor()
    expect(await control.isChecked()).toBe(isOn)
    expect((await call(getSiteSettings, {})).marketplace.enabled).toBe(isOn)
  }
  expect(errors).toEqual([])
  await close()
})

test('a storage is listed by its host, with a way to its switch', async () => {
  const dav = await startWebdav({})
  const { page, errors, close, call, open } = await openAs('haruka')
  const settings = { kind: 'webdav' as const, url: dav.url, ownNetwork: true }
  await call(createStorage, { body: { settings, unknownAge: 'all', name: 'NAS' } })
  await open('/admin/destinations')
  const webdav = page.getByRole('region', { name: t('destination.webdav') })
  await webdav.getByText(t('destinations.named', { name: 'NAS', host: new URL(dav.url).host })).waitFor()
  await webdav.getByText(t('destinationState.on'), { exact: true }).waitFor()
  await webdav.getByRole('link', { name: t('destinations.storages') }).click()
  await page.getByRole('heading', { level: 1, name: t('admin.storages') }).waitFor()
  expect(errors).toEqual([])
  await close()
  await dav.close()
})

test.each(locales)('in %s the page fits a phone and has no violations', async (locale) => {
  const { page, errors, close, open } = await openAs('haruka', { language: locale })
  await open('/admin/destinations')
  await page.getByRole('heading', { level: 1, name: textIn(locale, 'destinations.title') }).waitFor()
  await page.getByRole('region', { name: textIn(locale, 'destination.npmRegistry') }).waitFor()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await violationsByTheme(page)).toEqual(noViolations)
  }
  expect(errors).toEqual([])
  await close()
})

test('the page about the server leads administrators there, and nobody else', async () => {
  const admin = await openAs('haruka')
  await admin.open('/about')
  await admin.page.getByRole('link', { name: t('destinations.title') }).click()
  await admin.page.getByRole('heading', { level: 1, name: t('destinations.title') }).waitFor()
  await admin.close()
  const member = await openAs('midori')
  await member.open('/about')
  await member.page.getByRole('heading', { level: 1, name: t('about.title') }).waitFor()
  await member.page
    .getByText(/\d+\.\d+\.\d+/)
    .first()
    .waitFor()
  expect(await member.page.getByRole('link', { name: t('destinations.title') }).count()).toBe(0)
  await member.close()
})
