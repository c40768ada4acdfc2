/**
 * `npm run gallery [SCREEN | SIZE | THEME | LANGUAGE …]`: takes screenshots of every screen in both themes, three languages and five
 * sizes, into gallery/. Arguments select: `home works tablet dark ja-JP`.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeys } from '@koedana/contract/access-keys.ts'
import { createAnnouncement } from '@koedana/contract/announcements.ts'
import { loginAsGuest } from '@koedana/contract/auth.ts'
import { undoWorkEdit, updateWork } from '@koedana/contract/editing.ts'
import { addFavorite } from '@koedana/contract/favorites.ts'
import { follow } from '@koedana/contract/follows.ts'
import { createPlaylist } from '@koedana/contract/playlists.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import { locales } from '@koedana/contract/values.ts'
import { clientAs, clientOf } from './api.ts'
import { launchBrowser, openPage, visit } from './browser.ts'
import { busyServer } from './busy-server.ts'
import { growHistory } from './grow-history.ts'
import { growListener } from './grow-listener.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import type { Person, Screen } from './screen.ts'
import { grown, screens } from './screens.ts'
import { startServer, temporaryFolder } from './server.ts'

const sizes = {
  small: { width: 360, height: 740 },
  phone: { width: 390, height: 844 },
  tablet: { width: 834, height: 1112 },
  desktop: { width: 1440, height: 900 },
  wide: { width: 2560, height: 1440 },
} as const
const themes = ['light', 'dark'] as const

const words = process.argv.slice(2)
const [wantedScreens, wantedSizes] = [chosen(Object.keys(screens)), chosen(Object.keys(sizes))]
const [wantedThemes, wantedLanguages] = [chosen(themes), chosen(locales)]
const known = new Set<string>([...Object.keys(screens), ...Object.keys(sizes), ...themes, ...locales])
const unknown = words.filter((word) => !known.has(word))
if (unknown.length > 0) throw new Error(`no screen, size, theme or language: ${unknown.join(', ')}`)

const folder = join(import.meta.dirname, '..', 'gallery')
const [data, fresh] = [await peopledFolder(), await temporaryFolder()]
await growHistory(data, grown)
const [server, freshServer] = [await startServer(data.path), await startServer(fresh.path)]
const people = await signInAll()
const browser = await launchBrowser()
await mkdir(folder, { recursive: true })
for (const [name, screen] of Object.entries(screens)) {
  if (!wantedScreens.includes(name)) continue
  for (const language of wantedLanguages) {
    for (const theme of wantedThemes) {
      for (const [size, viewport] of Object.entries(sizes)) {
        if (!wantedSizes.includes(size)) continue
        await take(screen, { language, theme, viewport, file: `${name}-${size}-${theme}-${language}.png` })
      }
    }
  }
}
await browser.close()
await Promise.all([server.stop(), freshServer.stop()])
await Promise.all([data.remove(), fresh.remove()])

/** Returns those of `all` that the arguments name, or all if they name none. */
function chosen<T extends string>(all: readonly T[]): readonly T[] {
  const named = all.filter((each) => words.includes(each))
  return named.length > 0 ? named : all
}

interface Shot {
  readonly language: (typeof locales)[number]
  readonly theme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
  readonly file: string
}

async function take(
  { path, density, as, isFresh, before, act }: Screen,
  { file, ...shot }: Shot,
): Promise<void> {
  const { width } = shot.viewport
  // Actions use the keyboard, which tablets also have.
  const options = {
    ...shot,
    density: density ?? 'comfortable',
    hasTouch: width < 1000,
    isMobile: width < 500,
    serviceWorkers: 'allow',
  } as const
  const { origin } = isFresh ? freshServer : server
  const { page, errors, close } = as
    ? await openPageAs(browser, { origin, signedIn: people[as] }, options)
    : await openPage(browser, options)
  await before?.(page)
  // One broken screen must not stop the ones after it.
  try {
    if (before) await page.goto(origin + path, { waitUntil: 'load' })
    else await visit(page, origin + path)
    // Parts that load when the browser is idle take longer on a busy machine.
    if (!path.startsWith('/admin')) await page.locator('header [href$="/announcements"]').waitFor()
    await act?.(page)
  } catch (error) {
    errors.push(String(error))
  }
  await page.screenshot({ path: join(folder, file) })
  for (const error of errors) console.log(`${file}: ${error}`)
  await close()
  console.log(file)
}

/** Logs in to all accounts and gives each some content. */
async function signInAll(): Promise<Readonly<Record<Person, LoginResult>>> {
  const haruka = await signInTo(server.origin, 'haruka')
  const midori = await signInTo(server.origin, 'midori')
  const guest = await clientOf(server.origin)(loginAsGuest, {})
  await clientAs(server.origin, haruka.token)(createKeys, {
    body: { quantity: 4, count: 5, note: 'for the choir', platforms: ['web', 'android'] },
  })
  await announce(haruka.token)
  await editTwice(haruka.token)
  await busyServer(server.origin, haruka.token)
  for (const id of grown) await clientAs(server.origin, midori.token)(addFavorite, { params: { id } })
  const callAsMidori = clientAs(server.origin, midori.token)
  const items = grown.map((workId) => ({ workId }))
  await callAsMidori(createPlaylist, {
    body: { name: 'Rainy nights', description: 'For falling asleep.', items },
  })
  for (const id of ['RG90002', 'RG90003']) await callAsMidori(follow, { params: { kind: 'makers', id } })
  await growListener(server.origin, midori.token, ['RJ90000027', 'RJ90000002', 'RJ90000060'])
  return { haruka, midori, guest }
}

async function announce(token: string): Promise<void> {
  const call = clientAs(server.origin, token)
  const content = 'New shelves, **faster** covers.\n\n- A night mode\n- A calendar of releases'
  await call(createAnnouncement, { body: { title: 'What came in November', content } })
  await call(createAnnouncement, { body: { title: 'We move on Sunday', content: 'For an hour.', top: true } })
}

/** Creates three edits: one undone, one with a later edit on top. */
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
