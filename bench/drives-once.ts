/** `node bench/drives-once.ts DATA GATEWAY TOKEN`: scans a drive once in its own process; prints duration and memory as JSON. */
import { join } from 'node:path'
import { migrate } from '@koedana/server/db/migrate.ts'
import { openDatabase } from '@koedana/server/db/open.ts'
import { scanStorage } from '@koedana/server/features/library/scan/scan-storage.ts'
import { createDrives } from '@koedana/server/features/storages/drives/open-drives.ts'
import { createOutbound } from '@koedana/server/lib/outbound.ts'
import { limitHeapGrowth } from '@koedana/server/lib/young-heap.ts'

const [, , folder = '', gateway = '', token = ''] = process.argv
limitHeapGrowth()
const root = 'drive:dropbox'
const now = () => new Date()
const database = await openDatabase({ folder })
await migrate(database)
await database.write
  .insertInto('storage')
  .values({ kind: 'drive', root, unknown_age_category: 'all', scanned_at: null, marker: null })
  .onConflict((conflict) => conflict.doNothing())
  .execute()
const outbound = createOutbound({ userAgent: 'koedana-bench' })
const access = { of: async () => ({ token, extra: {} }) }
const drives = createDrives({ outbound, gateway, access, now })
const remote = drives.open({ provider: 'dropbox', account: '1', folder: '', name: 'shelf' })
if (!remote) throw new Error('no drive')
const started = performance.now()
const { state, tracks, faultCount } = await scanStorage({
  database,
  root,
  remote,
  unknownAge: 'all',
  coversFolder: join(folder, 'covers'),
  now,
  report: () => {},
})
const scanMs = performance.now() - started
await database.close()
await outbound.close()
const peakBytes = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ scanMs, peakBytes, state, faultCount, ...tracks }))
