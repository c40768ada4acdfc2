/** PgBouncer as others install it, in transaction mode: a connection belongs to whoever has a transaction. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type Keeper, startKeeper, stopKeeper } from './start-keeper.ts'

/** Nothing is skipped where everything has to be installed. */
export const isPoolerMissing = (): boolean =>
  process.env.CI !== 'true' && spawnSync('pgbouncer', ['--version']).error !== undefined

export interface Pooler {
  /** The address of a database through it. */
  readonly through: (url: string) => string
  /** Ends it, with all connections through it. */
  readonly stop: () => Promise<void>
  /** Starts it again at the same port. */
  readonly start: () => Promise<void>
}

/** `connections` are those to a database at a time, for everybody who comes. */
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
    // It does not run as root.
    const asOther = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    keeper = startKeeper({ folder, program: { path: 'pgbouncer', args: ['-q', ...asOther, settings] } })
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
      if (keeper) await stopKeeper(keeper)
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
