/**
 * `npm run gallery [SCREEN …]`: pictures of every screen in both themes, three languages and two sizes, into gallery/.
 * They are there to be looked at.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { locales } from '@koedana/contract/values.ts'
import { launchBrowser, openPage } from './browser.ts'
import { growHistory } from './grow-history.ts'
import { grown, type Screen, screens } from './screens.ts'
import { demoFolder, startServer } from './server.ts'

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

const wanted = process.argv.slice(2)
const folder = join(import.meta.dirname, '..', 'gallery')
const data = await demoFolder()
await growHistory(data, grown)
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

async function take({ path, density, act }: Screen, { file, ...options }: Shot): Promise<void> {
  const isPhone = options.viewport.width < 500
  const { page, errors, close } = await openPage(browser, {
    ...options,
    density: density ?? 'comfortable',
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
