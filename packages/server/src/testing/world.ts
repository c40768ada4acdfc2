/** The real app over a real database, called by the typed client: `const { call, make } = await world(engine)`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { basePath } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import type { AgeCategory, Locale } from '@koedana/contract/values.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { openDeps } from '../deps.ts'
import { importFeed } from '../features/metadata/feed/import-feed.ts'
import { createLog } from '../lib/log.ts'
import { routesOf } from '../routes.ts'
import type { Engine } from './engines.ts'

export interface World {
  readonly app: FastifyInstance
  /** A visitor who reads this language; English without one. */
  readonly as: (locale: Locale) => Call
  readonly call: Call
  /** Stores works, at some instant or now, and waits until lists have them. */
  readonly make: (works: readonly FeedWork[], at?: string) => Promise<void>
  readonly close: () => Promise<void>
}

export async function world(engine: Engine, given: { visitorCeiling?: AgeCategory } = {}): Promise<World> {
  const database = await engine.open()
  const folder = await mkdtemp(join(tmpdir(), 'koedana-world-'))
  const log = createLog('silent')
  const ceiling = given.visitorCeiling ?? 'all'
  await database.write.insertInto('setting').values({ name: 'visitorCeiling', value: ceiling }).execute()
  const deps = await openDeps({ database, dataFolder: folder, log })
  const app = await buildApp({ routes: routesOf(deps), log, trustedProxies: [] })
  const as = (locale: Locale) =>
    createClient({ baseUrl: basePath, fetch: inject(app), language: () => locale })
  return {
    app,
    as,
    call: as('en-US'),
    make: async (works, at) => {
      const lines = Readable.from([Buffer.from(works.map((work) => JSON.stringify(work)).join('\n'))])
      await importFeed({ database, lines, now: () => (at === undefined ? new Date() : new Date(at)) })
      await deps.catalogue.caughtUp()
    },
    close: async () => {
      await app.close()
      await deps.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `fetch` without a network. */
const inject = (app: FastifyInstance) => async (url: string, init: RequestInit) => {
  const headers = Object.fromEntries(new Headers(init.headers))
  const answer = await app.inject({ method: 'GET', url, headers })
  return new Response(answer.body, { status: answer.statusCode })
}
