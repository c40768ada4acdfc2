/** A browser and a running server for the tests of one file. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { demoFolder } from './begin.ts'
import { launchBrowser } from './browser.ts'
import { type DataFolder, type RunningServer, type ServerOptions, startServer } from './server.ts'

export interface Journey {
  readonly browser: Browser
  readonly origin: string
  readonly passMinute: () => void
}

/** The address of the server over the demo shelf that journeys share, if one was begun before them. */
const variable = 'KOEDANA_SHARED_SERVER'

/** Serves a data folder to all journeys that only look. Returns a function that stops it and removes the folder. */
export async function shareServer(folder: DataFolder): Promise<() => Promise<void>> {
  const server = await startServer(folder.path)
  process.env[variable] = server.origin
  return async () => {
    await server.stop()
    await folder.remove()
  }
}

/**
 * Returns the demo shelf, for visitors alone: many journeys look at one server at once, so that nothing may be written to
 * it.
 */
export function lookAround(): () => Pick<Journey, 'browser' | 'origin'> {
  const origin = process.env[variable]
  if (!origin) return journey(demoFolder)
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  return () => {
    if (!browser) throw new Error('a journey begins inside a test')
    return { browser, origin }
  }
}

/** `prepare` makes the data folder. What it returns is there once the tests run. */
export function journey(prepare: () => Promise<DataFolder>, options?: ServerOptions): () => Journey {
  let browser: Browser | undefined
  let server: RunningServer | undefined
  let folder: DataFolder | undefined

  beforeAll(async () => {
    folder = await prepare()
    server = await startServer(folder.path, options)
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await folder?.remove()
  })

  return () => {
    if (!browser || !server) throw new Error('a journey begins inside a test')
    return { browser, origin: server.origin, passMinute: server.passMinute }
  }
}
