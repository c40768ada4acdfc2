/** A headless Chromium, and pages that report every error they meet. */

import { hasPlentyOfMemory } from '@koedana/server/testing/quick-folder.ts'
import {
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Page,
} from 'playwright-core'
import { noteRoots, settled, watchRequests } from './settled.ts'

/** The background services of Chromium only call home, which a closed network refuses loudly. */
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
 * Each context opens a window of Chromium's own, unseen: what draws its address bar, and a renderer kept ready for a page
 * that never comes, took more than half of the time of opening one.
 */
const unseen = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
]

/** Playwright turns these off itself (1.65): of several such lists Chromium heeds the last. */
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

/** The address of the Chromium that all journeys share, where one was begun before them. */
const variable = 'KOEDANA_CHROMIUM'

/** Launches a browser, or connects to the shared one: closing it then closes the pages of this connection. */
export function launchBrowser(): Promise<Browser> {
  const shared = process.env[variable]
  return shared ? chromium.connect(shared) : chromium.launch(launchOptions())
}

/** Launches a browser for all journeys that begin later; each page is in a context of its own. */
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
    // Its processes hand pictures and scripts to each other through files, which Playwright has put on the disk.
    ...(hasPlentyOfMemory() ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}),
    // Without a language of the system Chromium has no name for a download beyond ASCII.
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  }
}

/** These options are for a page that starts or goes on without a connection. */
export const withServiceWorker = { language: 'en-US', serviceWorkers: 'allow' } as const

export interface WatchedPage {
  readonly page: Page
  /** Errors of the page and its console with the address they are about, in the order they came. */
  readonly errors: string[]
  readonly close: () => Promise<void>
}

export interface PageOptions extends BrowserContextOptions {
  /** The stored interface language; the product's default without it. */
  readonly language?: string
  readonly theme?: 'auto' | 'light' | 'dark'
  /** How works are listed. */
  readonly density?: string
}

export async function openPage(browser: Browser, options: PageOptions): Promise<WatchedPage> {
  const { language, theme, density, ...contextOptions } = options
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // The browser wants the language on screen, or another one would be offered over the page.
    locale: language ?? 'zh-CN',
    // A third of a visit went into what fades and slides; where motion itself matters, a journey turns it on.
    reducedMotion: 'reduce',
    // A service worker fetches the 400 files of the client as soon as a page is two seconds old.
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
  // The limit is shorter than the test's own, so that the failure names what was waited for.
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
