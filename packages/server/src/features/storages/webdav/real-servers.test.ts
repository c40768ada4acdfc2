// @module-tag large
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { storageConforms } from '../testing/conformance.ts'
import { isMissing, realServers, startRealServer } from '../testing/real-webdav.ts'
import { openWebdavStorage } from './webdav-storage.ts'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null }

for (const name of realServers) {
  describe.skipIf(isMissing(name))(name, () => {
    storageConforms(`${name} from Debian`, async () => {
      const server = await startRealServer(name)
      const { folder } = server
      return {
        storage: openWebdavStorage(server, reach),
        put: (path, bytes) => {
          mkdirSync(dirname(join(folder, path)), { recursive: true })
          writeFileSync(join(folder, path), bytes)
        },
        remove: (path) => rmSync(join(folder, path)),
        failWith: (fault) => (fault ? server.stop() : server.start()),
        faults: ['unavailable'],
        // rclone shows invalid characters as a symbol.
        ...(name === 'rclone' ? { nameOf: (file: string) => file.replace('\n', '\u240a') } : {}),
        close: server.close,
      }
    })
  })
}
