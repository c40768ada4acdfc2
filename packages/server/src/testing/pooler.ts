/** Runs PgBouncer in transaction mode, as many installations do: a connection is shared between transactions. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type Keeper, startCleanupProcess, stopCleanupProcess } from './start-cleanup-process.ts'

/** Returns whether tests must be skipped. In CI nothing is skipped. */
export const isPoolerMissing = (): boolean =>
  process.env.CI !== 'true' && spawnSync('pgbouncer', ['--version']).error !== undefined

export interface Pooler {
  readonly through: (url: string) => string
  /** Stops it and closes all connections through it. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

/** `connections` is the maximum number of server connections per database. */
export async function startPooler(server: string, connections: number): Promise<Pooler> {
  const port = await freePort()
  const { hostname, port: behind } = new URL(server)
  let keeper: Keeper | undefined
  const start = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'koedana-pooler-'))
    chmodSync(folder, 0o755)
    const settings = join(folder, 'pgbouncer.ini')
    writeFileSync(
      settings,
      `[databases]
* = host=${hostname} port=${behind} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
    )
    // PgBouncer does not run as root.
    const asOther = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    keeper = startCleanupProcess({
      folder,
      program: { path: 'pgbouncer', args: ['-q', ...asOther, settings] },
    })
    while (!(await accepts(port))) await setTimeout(20)
  }
  await start()
  return {
    start,
    through: (url) => {
      const pooled = new URL(url)
      pooled.port = String(port)
      return pooled.href
    },
    stop: async () => {
      if (keeper) await stopCleanupProcess(keeper)
      keeper = undefined
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
