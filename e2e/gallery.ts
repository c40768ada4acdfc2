/**
 * `npm run gallery [SCREEN …]`: pictures of every screen in both themes, three languages and two sizes, into gallery/.
 * They are there to be looked at.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { locales } from '@koedana/contract/values.ts'
import type { Page } from 'playwright-core'
import { launchBrowser, openPage } from './browser.ts'
import { demoFolder, startServer } from './server.ts'

interface Screen {
  readonly path: string
  /** What is done on it before the picture. */
  readonly act?: (page: Page) => Promise<void>
}

const playing = async (page: Page) => {
  await page.locator('main .btn-primary').click()
  await page.locator('section .range').waitFor()
  await page.waitForTimeout(1_500)
}

const screens: Readonly<Record<string, Screen>> = {
  home: { path: '/' },
  works: { path: '/works' },
  'works-filtered': { path: '/works?genres=demo-g01&excludedGenres=demo-g02&minRating=4&sort=salesDesc' },
  'works-empty': { path: '/works?minPrice=900000' },
  'works-maker': { path: '/works?makers=RG90002' },
  suggestions: {
    path: '/',
    act: async (page) => {
      await page.locator('header input').fill('room')
      await page.getByRole('listbox').waitFor()
    },
  },
  makers: { path: '/makers' },
  work: { path: '/work/RJ90000027', act: playing },
  'work-not-here': { path: '/work/RJ90000060' },
  filters: {
    path: '/works?genres=demo-g01&genres=demo-g04',
    // On a desktop the panel stands beside the list already.
    act: async (page) => {
      const opener = page.locator('main .btn').first()
      if (await opener.isVisible()) await opener.click()
      await page.waitForTimeout(600)
    },
  },
  queue: {
    path: '/work/RJ90000027',
    act: async (page) => {
      await playing(page)
      await page.locator('section .btn-icon').last().click()
      await page.waitForTimeout(600)
    },
  },
  settings: { path: '/settings' },
  about: { path: '/about' },
}

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

const wanted = process.argv.slice(2)
const folder = join(import.meta.dirname, '..', 'gallery')
const data = await demoFolder()
const server = await startServer(data.path)
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
await server.stop()
await data.remove()

interface Shot {
  readonly language: (typeof locales)[number]
  readonly theme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
  readonly file: string
}

async function take({ path, act }: Screen, { file, ...options }: Shot): Promise<void> {
  const isPhone = options.viewport.width < 500
  const { page, errors, close } = await openPage(browser, {
    ...options,
    hasTouch: isPhone,
    isMobile: isPhone,
  })
  await page.goto(server.origin + path, { waitUntil: 'networkidle' })
  await act?.(page)
  await page.screenshot({ path: join(folder, file) })
  for (const error of errors) console.log(`${file}: ${error}`)
  await close()
  console.log(file)
}
