/** A browser and a running server for the tests of one file. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type DataFolder, type RunningServer, type ServerOptions, startServer } from './server.ts'

export interface Journey {
  readonly browser: Browser
  readonly origin: string
  readonly passMinute: () => void
}

/** `prepare` makes the data folder. What it answers is there once the tests run. */
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
