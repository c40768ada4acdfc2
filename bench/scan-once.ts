/** `node bench/scan-once.ts DATA ROOT`: scans once in its own process; prints duration and memory as JSON. */
import { join } from 'node:path'
import { migrate } from '@koedana/server/db/migrate.ts'
import { openDatabase } from '@koedana/server/db/open.ts'
import { scanStorage } from '@koedana/server/features/library/scan/scan-storage.ts'
import { limitHeapGrowth } from '@koedana/server/lib/young-heap.ts'

const [, , folder = '', root = ''] = process.argv
limitHeapGrowth()
const database = await openDatabase({ folder })
await migrate(database)
const started = performance.now()
const { tracks } = await scanStorage({
  database,
  root,
  unknownAge: 'all',
  coversFolder: join(folder, 'covers'),
  now: () => new Date(),
  report: () => {},
})
const scanMs = performance.now() - started
await database.close()
const peakBytes = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ scanMs, peakBytes, added: tracks.added }))
