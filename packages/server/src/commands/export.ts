/** `koedana export [FILE]`: the whole catalogue as a feed, outside any viewer's policy. */
import { createWriteStream } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { exportFeed } from '../features/metadata/feed/export-feed.ts'
import { givenPath } from './given-path.ts'
import { untilToldToStop } from './told-to-stop.ts'
import { withDatabase } from './with-database.ts'

export async function exportFile(config: Config, [file]: readonly string[]): Promise<number> {
  return withDatabase(config, async (database) => {
    const target = file === undefined || file === '-' ? standardOutput() : createWriteStream(givenPath(file))
    await untilToldToStop(
      (signal) => pipeline(Readable.from(exportFeed({ database })), target, { signal }),
      () => 'Stopped: the feed is not whole.',
    )
    return 0
  })
}

/** A stream of its own: `pipeline` would close the process's output, which others still write to. */
function standardOutput(): Writable {
  return new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, done) })
}
