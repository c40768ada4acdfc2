/** A headless Chromium, and pages that collect every error. */

import { hasMemoryFolder } from '@koedana/server/testing/fast-temporary-folder.ts'
import {
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Page,
} from 'playwright-core'
import { noteRoots, settled, watchRequests } from './settled.ts'

/** Chromium's background services contact outside servers, which fails noisily without a network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

/**
 * Chromium opens a hidden window per context for its address bar and keeps a spare renderer; both together took more than half of the
 * time to open one.
 */
const unseen = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
]

/** Playwright 1.65 disables these features itself. Chromium uses only the last list, so they are repeated here. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Environment variable with the address of the Chromium that all journeys share. */
const variable = 'KOEDANA_CHROMIUM'

/** Launches a browser or connects to the shared one. Closing it then closes only the pages of this connection. */
export function launchBrowser(): Promise<Browser> {
  const shared = process.env[variable]
  return shared ? chromium.connect(shared) : chromium.launch(launchOptions())
}

/** Launches the browser that later journeys share; each page gets its own context. */
export async function shareBrowser(): Promise<BrowserServer> {
  const server = await chromium.launchServer(launchOptions())
  process.env[variable] = server.wsEndpoint()
  return server
}

function launchOptions() {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set')
  return {
    executablePath,
    args: [...flags, `--disable-features=${[...offByPlaywright, ...unseen].join(',')}`],
    // Chromium exchanges pictures and scripts between processes through shared memory; Playwright moves that to the disk by default.
    ...(hasMemoryFolder() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}),
    // Without a locale, Chromium replaces non-ASCII file names of downloads.
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  }
}

/** Options for a page that must start or keep working offline. */
export const withServiceWorker = { language: 'en-US', serviceWorkers: 'allow' } as const

export interface WatchedPage {
  readonly page: Page
  /** Errors of the page and its console, with their address, in order. */
  readonly errors: string[]
  readonly close: () => Promise<void>
}

export interface PageOptions extends BrowserContextOptions {
  /** The stored interface language; by default the product chooses. */
  readonly language?: string
  readonly theme?: 'auto' | 'light' | 'dark'
  readonly density?: string
}

export async function openPage(browser: Browser, options: PageOptions): Promise<WatchedPage> {
  const { language, theme, density, ...contextOptions } = options
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // The browser's language matches; otherwise the page offers to switch.
    locale: language ?? 'zh-CN',
    // Animations took a third of each visit. Journeys about motion turn it on.
    reducedMotion: 'reduce',
    // A service worker fetches the 400 files of the client two seconds after the first page.
    serviceWorkers: 'block',
    ...contextOptions,
  })
  await context.addInitScript(
    ([storedLanguage, storedTheme, storedDensity]) => {
      if (storedLanguage) localStorage.setItem('locale', storedLanguage)
      if (storedTheme) localStorage.setItem('theme', storedTheme)
      if (storedDensity) localStorage.setItem('density', storedDensity)
    },
    [language, theme, density] as const,
  )
  await context.addInitScript(noteRoots)
  const page = await context.newPage()
  watchRequests(page)
  // Shorter than the test's own limit, so that the failure names the selector.
  page.setDefaultTimeout(60_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim())
  })
  return { page, errors, close: () => context.close() }
}

/** Opens a page and waits until its responses are drawn. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' })
  await settled(page)
}
