/**
 * `npm run gallery [SCREEN …]`: pictures of every screen in both themes, three languages and two sizes, into gallery/.
 * They are there to be looked at.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loginAsGuest } from '@koedana/contract/auth.ts'
import { undoWorkEdit, updateWork } from '@koedana/contract/editing.ts'
import { addFavorite } from '@koedana/contract/favorites.ts'
import { follow } from '@koedana/contract/follows.ts'
import { createKeys } from '@koedana/contract/keys.ts'
import { createPlaylist } from '@koedana/contract/playlists.ts'
import type { SignedIn } from '@koedana/contract/session.ts'
import { locales } from '@koedana/contract/values.ts'
import { clientAs, clientOf } from './api.ts'
import { launchBrowser, openPage, visit } from './browser.ts'
import { busyServer } from './busy-server.ts'
import { growHistory } from './grow-history.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import type { Person, Screen } from './screen.ts'
import { grown, screens } from './screens.ts'
import { startServer, temporaryFolder } from './server.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

const wanted = process.argv.slice(2)
const folder = join(import.meta.dirname, '..', 'gallery')
const [data, fresh] = [await peopledFolder(), await temporaryFolder()]
await growHistory(data, grown)
const [server, freshServer] = [await startServer(data.path), await startServer(fresh.path)]
const people = await signInAll()
const browser = await launchBrowser()
await mkdir(folder, { recursive: true })
for (const [name, screen] of Object.entries(screens)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const language of locales) {
    for (const theme of ['light', 'dark'] as const) {
      for (const [size, viewport] of Object.entries(sizes)) {
        await take(screen, { language, theme, viewport, file: `${name}-${size}-${theme}-${language}.png` })
      }
    }
  }
}
await browser.close()
await Promise.all([server.stop(), freshServer.stop()])
await Promise.all([data.remove(), fresh.remove()])

interface Shot {
  readonly language: (typeof locales)[number]
  readonly theme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
  readonly file: string
}

async function take({ path, density, as, isFresh, act }: Screen, { file, ...shot }: Shot): Promise<void> {
  const isPhone = shot.viewport.width < 500
  const options = { ...shot, density: density ?? 'comfortable', hasTouch: isPhone, isMobile: isPhone }
  const { origin } = isFresh ? freshServer : server
  const { page, errors, close } = as
    ? await openPageAs(browser, { origin, signedIn: people[as] }, options)
    : await openPage(browser, options)
  await visit(page, origin + path)
  await act?.(page)
  await page.screenshot({ path: join(folder, file) })
  for (const error of errors) console.log(`${file}: ${error}`)
  await close()
  console.log(file)
}

/** Signs in everybody, with something of their own to show. */
async function signInAll(): Promise<Readonly<Record<Person, SignedIn>>> {
  const haruka = await signInTo(server.origin, 'haruka')
  const midori = await signInTo(server.origin, 'midori')
  const guest = await clientOf(server.origin)(loginAsGuest, {})
  await clientAs(server.origin, haruka.token)(createKeys, {
    body: { quantity: 4, count: 5, note: 'for the choir', platforms: ['web', 'android'] },
  })
  await editTwice(haruka.token)
  await busyServer(server.origin, haruka.token)
  for (const id of grown) await clientAs(server.origin, midori.token)(addFavorite, { params: { id } })
  const callAsMidori = clientAs(server.origin, midori.token)
  const items = grown.map((workId) => ({ workId }))
  await callAsMidori(createPlaylist, {
    body: { name: 'Rainy nights', description: 'For falling asleep.', items },
  })
  for (const id of ['RG90002', 'RG90003']) await callAsMidori(follow, { params: { kind: 'makers', id } })
  return { haruka, midori, guest }
}

/** Edits of a work, one of them undone, one stood upon by another. */
async function editTwice(token: string): Promise<void> {
  const call = clientAs(server.origin, token)
  const params = { id: 'RJ90000014' }
  const rated = await call(updateWork, {
    params,
    body: { values: { price: 990, genres: [{ name: 'Harbour' }, { name: 'Slow evening' }] } },
  })
  await call(updateWork, { params, body: { values: { writers: ['Aoi Minato'], price: 880 } } })
  const { edits } = await call(updateWork, { params, body: { values: { kana: 'みなと' } } })
  await call(undoWorkEdit, { params: { ...params, editId: edits[0]?.id ?? rated.edits[0]?.id ?? '' } })
}
