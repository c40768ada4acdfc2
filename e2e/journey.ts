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

/** Environment variable with the address of the shared server over the demo library. */
const variable = 'KOEDANA_SHARED_SERVER'

/** Serves a data folder to all read-only journeys. Returns a function that stops the server and removes the folder. */
export async function shareServer(folder: DataFolder): Promise<() => Promise<void>> {
  const server = await startServer(folder.path)
  process.env[variable] = server.origin
  return async () => {
    await server.stop()
    await folder.remove()
  }
}

/** Uses the shared demo server as a visitor. Nothing may be written to it. */
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

/** Starts a server over the data folder that `prepare` returns; available once tests run. */
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
