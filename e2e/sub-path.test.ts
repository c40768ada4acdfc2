import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import { join } from 'node:path'
import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { listWorkFiles, listWorks } from '@koedana/contract/works.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { librivoxFeed } from '../bench/sources/librivox.ts'
import { clientAs, clientOf } from './api.ts'
import { launchBrowser, openPage, visit, withServiceWorker } from './browser.ts'
import { fillLogin, openPageAs, peopledFolder, signInTo } from './people.ts'
import { type DataFolder, koedana, type RunningServer, startServer } from './server.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { pattern, t } from './words.ts'

/** Other services share this host name; only paths below this one belong to Koedana. */
const path = '/koedana'
/** Requests outside the path. */
const strayed: string[] = []
let isCut = false
let target = ''
const proxy = createServer((received, reply) => {
  const { url = '', method, headers } = received
  if (isCut) return received.socket.destroy()
  if (!url.startsWith(`${path}/`)) {
    // Browsers request it by themselves when they open something that is not a page.
    if (url !== '/favicon.ico') strayed.push(url)
    return reply.writeHead(404).end()
  }
  const { hostname: host, port } = new URL(target)
  const sent = forward({ host, port, path: url, method, headers }, (response) => {
    reply.writeHead(response.statusCode ?? 500, response.headers)
    response.pipe(reply)
  })
  sent.on('error', () => received.socket.destroy())
  reply.on('close', () => sent.destroy())
  received.pipe(sent)
})

let browser: Browser
let folder: DataFolder
let server: RunningServer
let site = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  site = `http://127.0.0.1:${address.port}${path}`
  folder = await peopledFolder()
  server = await startServer(folder.path, { publicUrl: site })
  target = server.origin
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
  await folder?.remove()
})

const pathOf = (page: Page) => new URL(page.url()).pathname

test('below a path of a name the shelf is browsed, heard and signed in to, and requests nothing beside it', async () => {
  const { items } = await clientOf(site)(listWorks, { query: { inLibrary: true, sort: 'salesDesc' } })
  const work = items[0]
  if (!work) throw new Error('the shelf is empty')
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await keepAudio(page)
  await visit(page, `${site}/`)
  const link = page
    .getByRole('navigation')
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
  expect(await link.getAttribute('href')).toBe(`${path}/works`)
  await link.click()
  await page.waitForURL(`${site}/works`)
  await visit(page, `${site}/works?sort=salesDesc&inLibrary=true`)
  const areDrawn = () =>
    page
      .locator('main article img')
      .evaluateAll((covers) =>
        covers.every((cover) => cover instanceof HTMLImageElement && cover.naturalWidth > 0),
      )
  await expect.poll(areDrawn).toBe(true)
  await page.getByRole('article').getByRole('link', { name: work.title }).first().click()
  await page.waitForURL(`${site}/work/${work.id}`)
  await page.reload()
  // Playing needs an account; the login leads back to the work.
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await page.waitForURL((url) => url.pathname === `${path}/auth/login`)
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/work/${work.id}`)
  await fillLogin(page, 'midori')
  await page.waitForURL(`${site}/work/${work.id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.3)
  await page.goto(`${site}/favorites`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(pathOf(page)).toBe(`${path}/favorites`)
  expect(strayed).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('a guest below a path finds what comes in meanwhile, and is led to an account and back', async () => {
  const visitor = clientOf(site)
  const { total } = await visitor(listWorks, { query: { pageSize: 1 } })
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  const main = page.getByRole('main')
  await page.goto(`${site}/auth/login`)
  await page.getByRole('button', { name: t('auth.guest') }).click()
  await page.waitForURL(`${site}/`)
  const feed = join(folder.path, 'more.jsonl')
  const lines = librivoxFeed().split('\n').slice(0, 400)
  await writeFile(feed, lines.join('\n'))
  const imported = koedana(folder.path, 'import', feed)
  await page
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
    .click()
  await page.waitForURL(`${site}/works`)
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  await panel.getByText(t('filter.inLibrary'), { exact: true }).click()
  await page.waitForURL((url) => url.pathname === `${path}/works` && url.searchParams.has('inLibrary'))
  await main.getByRole('article').first().getByRole('link').first().click()
  await page.waitForURL(`${site}/work/*`)
  const work = pathOf(page)
  await imported
  await main.getByRole('button', { name: t('work.play'), exact: true }).click()
  await page.waitForURL((url) => url.pathname.startsWith(`${path}/auth/`))
  await page.goBack()
  await page.waitForURL(`${new URL(site).origin}${work}`)
  const now = async () => (await visitor(listWorks, { query: { pageSize: 1 } })).total
  await expect.poll(now).toBeGreaterThan(total)
  await page.goto(`${site}/works`)
  await main.getByText(`${(await now()).toLocaleString('en-US')} works`, { exact: true }).waitFor()
  expect(strayed).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('links, feeds and previews bear the path, and the name of the server without it leads to the same', async () => {
  const signedIn = await signInTo(site, 'midori')
  const call = clientAs(site, signedIn.token)
  const { items } = await call(listWorks, { query: { inLibrary: true, sort: 'salesDesc' } })
  const { id, title } = items[0] ?? { id: '', title: '' }
  const { tracks } = await call(listWorkFiles, { params: { id } })
  expect(tracks[0]?.url).toMatch(/^\/koedana\/api\/v3\/media\//)

  const head = await (await fetch(`${site}/work/${id}`)).text()
  expect(head).toContain(`<meta property="og:url" content="${site}/work/${id}"`)
  expect(head).not.toMatch(/ (?:href|src)="\/(?!koedana\/)/)
  const manifest: { start_url: string } = await (await fetch(`${site}/manifest.webmanifest`)).json()
  expect(new URL(manifest.start_url, `${site}/manifest.webmanifest`).href).toBe(`${site}/`)
  // Some proxies remove the path, and health checks do not know it.
  for (const bare of ['/api/v3/health/live', '/works', '/manifest.webmanifest'])
    expect((await fetch(target + bare)).status).toBe(200)

  const owner = await openPageAs(browser, { origin: site, signedIn })
  await owner.page.goto(`${site}/work/${id}`)
  await owner.page.getByRole('button', { name: t('share.act'), exact: true }).click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('share.make') }).click()
  const shared = (await dialog.locator('code').textContent()) ?? ''
  expect(shared.startsWith(`${site}/shared#`)).toBe(true)
  const friend = await openPage(browser, { language: 'en-US' })
  await friend.page.goto(shared)
  await friend.page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(strayed).toEqual([])
  await Promise.all([owner.close(), friend.close()])
})

test('the addresses that apps are given bear the path, and lead in', async () => {
  const { token } = await signInTo(site, 'haruka')
  await clientAs(site, token)(updateSiteSettings, { body: { doors: { kikoeru: true } } })
  const signedIn = await signInTo(site, 'midori')
  const { page, close } = await openPageAs(browser, { origin: site, signedIn })
  await visit(page, `${site}/account`)
  await page.getByLabel(t('apps.name')).fill('Pocket phone')
  await page.getByRole('button', { name: t('apps.make') }).click()
  await page.getByText(pattern('apps.secretAddressHelp')).waitFor()
  const addresses = (await page.locator('code').allInnerTexts()).filter((text) => /^https?:/.test(text))
  expect(addresses.length).toBeGreaterThan(1)
  expect(addresses.filter((address) => !address.startsWith(`${site}/`))).toEqual([])
  const secret = addresses.find((address) => address.includes('/with/'))
  expect((await fetch(`${secret}/works`)).status).toBe(200)
  await close()
})

test('without a connection the app below a path starts, and leaves others of the name alone', async () => {
  const { page, close } = await openPage(browser, withServiceWorker)
  await visit(page, `${site}/works`)
  const scope = () => page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(await scope()).toBe(`${site}/`)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  isCut = true
  try {
    await page.goto(`${site}/settings`)
    await page.getByRole('heading', { level: 1, name: t('nav.settings') }).waitFor()
  } finally {
    isCut = false
  }
  expect(strayed).toEqual([])
  await close()
})

test('a card of the list loads the page of works once it is pointed at, and opens in a tab of its own with the control key', async () => {
  const { items } = await clientOf(site)(listWorks, { query: { inLibrary: true, sort: 'salesDesc' } })
  const { id, title } = items[0] ?? { id: '', title: '' }
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await visit(page, `${site}/works?sort=salesDesc&inLibrary=true`)
  const link = page.getByRole('article').getByRole('link', { name: title }).first()
  expect(await link.getAttribute('href')).toBe(`${path}/work/${id}`)
  const manifest = readFileSync(new URL('../packages/web/dist/.vite/manifest.json', import.meta.url), 'utf8')
  const { file } = JSON.parse(manifest)['src/pages/work-page.tsx']
  const loaded = page.waitForRequest(`${site}/${file}`)
  await link.hover()
  await loaded
  const opened = page.context().waitForEvent('page')
  await link.click({ modifiers: ['Control'] })
  const tab = await opened
  await tab.waitForURL(`${site}/work/${id}`)
  expect(pathOf(page)).toBe(`${path}/works`)
  expect(errors).toEqual([])
  await close()
})
