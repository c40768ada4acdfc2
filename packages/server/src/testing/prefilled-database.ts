/**
 * Databases that contain works before a test server opens. These works are in the base generation of the index; `make` adds to the
 * delta.
 */
import { Readable } from 'node:stream'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { importFeed } from '../features/metadata/feed/import-feed.ts'
import type { Engine } from './engines.ts'

export function withWorks(engine: Engine, works: readonly FeedWork[], at: string): Engine {
  return {
    ...engine,
    open: async () => {
      const database = await engine.open()
      const lines = Readable.from([Buffer.from(works.map((work) => JSON.stringify(work)).join('\n'))])
      await importFeed({ database, lines, now: () => new Date(at) })
      return database
    },
  }
}
