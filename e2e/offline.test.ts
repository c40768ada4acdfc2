import { createServer, request as forward, type Server } from 'node:http'
import { join } from 'node:path'
import { bookmarkEndpoints } from '@koedana/contract/bookmarks.ts'
import { deleteWork } from '@koedana/contract/editing.ts'
import { listFavorites } from '@koedana/contract/favorites.ts'
import { getProgress } from '@koedana/contract/progress.ts'
import { listWorkFiles } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { withServiceWorker } from './browser.ts'
import { journey } from './journey.ts'
import { addUser, fillLogin, notices, openPageAs, signInTo } from './people.ts'
import { koedana, temporaryFolder } from './server.ts'
import { audioOf, keepAudio, writeSounds } from './sounds.ts'
import { t } from './words.ts'

const [rain, sea] = ['RJ90000001', 'RJ90000002']
const seconds = 40

/** Two works whose tracks have two parts each: 40 seconds of WAV are 7 MB. */
const here = journey(async () => {
  const folder = await temporaryFolder()
  const library = join(folder.path, 'library')
  await writeSounds(library, [`${rain} 雨の駅/雨.wav`, `${rain} 雨の駅/駅.wav`, `${sea} 海/海.wav`], seconds)
  await koedana(folder.path, 'scan', library, '--age', 'all')
  await addUser(folder.path, 'haruka', '--role', 'admin')
  await addUser(folder.path, 'midori')
  return folder
})

/** A proxy between browsers and the server also cuts off the service worker, and records each range. */
const line = { isCut: false, cutsAfter: Number.POSITIVE_INFINITY, ranges: [] as string[] }
let proxy: Server | undefined
let origin = ''

beforeAll(async () => {
  const target = new URL(here().origin)
  const server = createServer((received, reply) => {
    const { url = '', method, headers } = received
    if (url.startsWith('/api/v3/media/')) {
      if (line.ranges.length >= line.cutsAfter) line.isCut = true
      else line.ranges.push(`${url.split('?')[0]} ${headers.range}`)
    }
    if (line.isCut) return received.socket.destroy()
    const sent = forward(
      { host: target.hostname, port: target.port, path: url, method, headers },
      (response) => {
        reply.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(reply)
      },
    )
    sent.on('error', () => received.socket.destroy())
    reply.on('close', () => sent.destroy())
    received.pipe(sent)
  })
  proxy = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  origin = `http://127.0.0.1:${address.port}`
})

afterAll(() => {
  proxy?.closeAllConnections()
  proxy?.close()
})

async function cut(page: Page, isCut: boolean): Promise<void> {
  line.isCut = isCut
  line.cutsAfter = Number.POSITIVE_INFINITY
  await page.context().setOffline(isCut)
}

async function openWork(name: string, workId: string) {
  Object.assign(line, { isCut: false, cutsAfter: Number.POSITIVE_INFINITY, ranges: [] })
  const signedIn = await signInTo(here().origin, name)
  const watched = await openPageAs(here().browser, { origin, signedIn }, withServiceWorker)
  const { page } = watched
  await keepAudio(page)
  await page.goto(`${origin}/work/${workId}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return { ...watched, signedIn, call: clientAs(here().origin, signedIn.token), main: page.getByRole('main') }
}

const keep = (page: Page) => page.getByRole('button', { name: t('device.keep') })
const isKept = (page: Page) => page.getByRole('main').getByRole('link', { name: t('device.kept') })
/** After a reload, Chromium may ignore emulated offline mode. */
const asOf = (page: Page) =>
  page.getByRole('status').getByText(/(You’re offline|The server can’t be reached)\.As of \d/)

/** Returns the caches with their number of entries. */
const cachesOf = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => /^(kept|answers):/.test(name))
    const counted = names.map(
      async (name) => [name, (await (await caches.open(name)).keys()).length] as const,
    )
    return Object.fromEntries(await Promise.all(counted))
  })

test('a kept work is heard, sought in and opened anew without a connection, and nobody else finds it', async () => {
  const { page, close, main, call, signedIn } = await openWork('midori', rain)
  const params = { id: rain }
  const [track] = (await call(listWorkFiles, { params })).tracks
  const body = { fileId: track?.id ?? '', position: 12, title: 'The train comes' }
  await call(bookmarkEndpoints.saveWorkBookmark, { params, body })
  await page.reload()
  await keep(page).click()
  await isKept(page).waitFor()
  await main.getByText('The train comes').waitFor()
  const downloaded = line.ranges.length
  expect(downloaded).toBe(4)

  await cut(page, true)
  await asOf(page).waitFor()
  await main.getByRole('button', { name: t('work.play'), exact: true }).click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  await page
    .getByRole('slider', { name: t('player.seek') })
    .first()
    .fill('30')
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(30.3)

  await page.reload()
  await main.getByRole('heading', { name: '雨の駅' }).waitFor()
  await main.getByText('The train comes').waitFor()
  await asOf(page).waitFor()
  await page
    .getByRole('button', { name: t('work.play'), exact: true })
    .last()
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(30)
  const left = await audioOf(page, 'currentTime')
  await page
    .getByRole('button', { name: t('player.pause') })
    .first()
    .click()
  await main.getByRole('button', { name: t('favorites.favorite'), exact: true }).click()
  await page.getByText(t('message.addedToFavorites')).waitFor()
  expect(line.ranges).toHaveLength(downloaded)

  await cut(page, false)
  const saved = async () => (await call(getProgress, { params: { id: rain } })).progress?.position ?? 0
  await expect.poll(saved).toBeGreaterThanOrEqual(Math.floor(left))
  const favorites = async () => (await call(listFavorites, { query: {} })).items.map(({ id }) => id)
  await expect.poll(favorites).toEqual([rain])

  await page.goto(`${origin}/account`)
  await page
    .getByRole('button', { name: t('auth.logout'), exact: true })
    .first()
    .click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: t('auth.logout'), exact: true })
  await confirm.click()
  await expect
    .poll(async () => Object.keys(await cachesOf(page)).filter((name) => name.includes(signedIn.user.id)))
    .toEqual([])
  await page.goto(`${origin}/auth/login`)
  await fillLogin(page, 'haruka')
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto(`${origin}/device`)
  await page.getByText(t('device.empty')).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('kept.tracks'))).not.toContain(signedIn.user.id)
  const names = Object.keys(await cachesOf(page))
  expect(names.filter((name) => name.includes(signedIn.user.id))).toEqual([])
  await close()
})

test('a download goes on after a cut and a reload, and a work that is gone on the server leaves the device', async () => {
  const { page, close, call } = await openWork('haruka', sea)
  line.cutsAfter = 1
  await keep(page).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('device.waits') })
    .waitFor()
  expect(line.ranges).toHaveLength(1)
  await page.context().setOffline(true)
  await page.reload()
  await cut(page, false)
  await isKept(page).waitFor()
  expect(line.ranges.map((range) => range.replace(/^.* /, ''))).toEqual([
    'bytes=0-4194303',
    'bytes=4194304-8388607',
  ])
  await page.goto(`${origin}/device`)
  await page.getByRole('listitem').filter({ hasText: '海' }).waitFor()

  await cut(page, true)
  await call(deleteWork, { params: { id: sea } })
  await cut(page, false)
  await page.getByText(t('device.leftByRights', { title: '海' })).waitFor()
  const parts = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept:'))
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => url)
  })
  expect(parts).toEqual([])
  await close()
})

test('what is kept is not loaded again with each connection, and shows its cover without a worker', async () => {
  const { page, close, signedIn } = await openWork('midori', rain)
  await keep(page).click()
  await page.getByRole('status').getByText(t('device.kept'), { exact: true }).waitFor()
  await isKept(page).and(page.locator(':focus')).waitFor()
  await page.evaluate(async (userId) => {
    const cache = await caches.open(`kept:${userId}`)
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'
    const headers = { 'content-type': 'image/svg+xml' }
    await cache.put('/kept/covers/RJ90000001', new Response(picture, { headers }))
    const workers = await navigator.serviceWorker.getRegistrations()
    await Promise.all(workers.map((worker) => worker.unregister()))
  }, signedIn.user.id)
  await page.goto(`${origin}/device`)
  const row = page.getByRole('listitem').filter({ hasText: '雨の駅' })
  const width = () => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(4)

  await cut(page, true)
  await page.getByRole('status').getByText(t('offline.offline')).waitFor()
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await cut(page, false)
  await page.getByRole('status').getByText(t('offline.back')).waitFor()
  const files = `/api/v3/works/${rain}/files`
  await expect.poll(() => paths).toContain(files)
  await page.waitForLoadState('networkidle')
  expect(paths.filter((path) => path.includes(rain) && path !== files)).toEqual([])
  await row.getByRole('button', { name: /^Remove/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('device.remove') })
    .click()
  await notices(page, 'Removed “雨の駅” from this device').waitFor()
  await close()
})

test('what was read is drawn again with each reload without a connection', async () => {
  const { page, close, main } = await openWork('midori', rain)
  await main.getByRole('heading', { name: '雨の駅' }).waitFor()
  await page.goto(`${origin}/works`)
  await main.getByRole('link', { name: '雨の駅' }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  for (const _ of [1, 2]) {
    await page.reload()
    await asOf(page).waitFor()
    await main.getByRole('link', { name: '雨の駅' }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  await page.goto(`${origin}/work/${rain}`)
  await main.getByRole('heading', { name: '雨の駅' }).waitFor()
  await close()
})
