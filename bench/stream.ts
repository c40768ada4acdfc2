/** `npm run bench:stream`: one large file sent by the server against nginx with sendfile. Skipped if nginx is not installed. Linux only. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import { migrate } from '@koedana/server/db/migrate.ts'
import { openDatabase } from '@koedana/server/db/open.ts'
import { scanStorage } from '@koedana/server/features/library/scan/scan-storage.ts'
import { copyWithAdmin, loginAsAdmin } from './admin-client.ts'
import { readArguments } from './arguments.ts'
import { serveFolder } from './bench-server.ts'
import { bytesPerSecond } from './raw-load.ts'
import { mebibytes, printResult, printTable, quantile } from './report.ts'
import { listenSlowly } from './slow-listeners.ts'

const kibibyte = 1024
const fileBytes = 512 * 1024 ** 2
const milliseconds = 1_500
const runs = 3
/** The maximum of many runs exceeds that of few, so there are as many runs with slow listeners as before and after them together. */
const runsAlone = 8
const runsWithListeners = 2 * runsAlone
/** Minimum share of nginx's speed, for the whole file and for ranges of 256 KiB. */
const minShare = 0.4
/** Slow listeners read 48 kB per second each; with them, a fast one must keep this share of its speed. */
const slowListeners = 500
const minKeptShare = 0.9
const maxSettlingMs = 60_000
const id = 'RJ334212'
const cases = [
  { name: 'one stream', clients: 1, rangeBytes: undefined, isBound: true },
  { name: '64 KiB, 8 clients', clients: 8, rangeBytes: 64 * kibibyte, isBound: false },
  { name: '256 KiB, 8 clients', clients: 8, rangeBytes: 256 * kibibyte, isBound: true },
  { name: '1 MiB, 8 clients', clients: 8, rangeBytes: 1024 * kibibyte, isBound: false },
]

const { min } = readArguments()
if (spawnSync('nginx', ['-v']).error) {
  console.log('Skipped: there is no nginx here to stand beside. On Debian: apt-get install nginx')
} else await measure(mkdtempSync(join(tmpdir(), 'koedana-stream-')))

async function measure(folder: string): Promise<void> {
  const file = await fill(folder)
  const data = await copyWithAdmin(join(folder, 'data'))
  const served = await serveFolder(data)
  const nginx = await startNginx(folder)
  try {
    const keeper = await loginAsAdmin(served)
    const { tracks } = await keeper(api.listWorkFiles, { params: { id } })
    const ours = { port: Number(new URL(served.origin).port), path: tracks[0]?.url ?? '' }
    const theirs = { port: nginx.port, path: `/${file.split('/').map(encodeURIComponent).join('/')}` }
    const rows = []
    for (const one of cases) rows.push({ ...one, ...(await duel(one, ours, theirs)) })
    const kept = {
      ours: await measureWithSlowListeners(ours),
      theirs: await measureWithSlowListeners(theirs),
    }
    report(rows, kept)
  } finally {
    nginx.stop()
    await served.stop()
    for (const used of [folder, data]) rmSync(used, { recursive: true })
  }
}

type Address = { readonly port: number; readonly path: string }
type Case = (typeof cases)[number]
type Row = Case & { readonly ours: number; readonly theirs: number; readonly ratio: number }

/** Both take turns, so that other load on the machine affects both. */
async function duel({ clients, rangeBytes }: Case, ours: Address, theirs: Address) {
  const load = { clients, rangeBytes, fileBytes, milliseconds }
  const pairs = []
  for (let run = 0; run < runs; run += 1) {
    const own = await bytesPerSecond({ ...load, ...ours })
    pairs.push({ own, other: await bytesPerSecond({ ...load, ...theirs }) })
  }
  return {
    ours: quantile(
      pairs.map(({ own }) => own),
      0.5,
    ),
    theirs: quantile(
      pairs.map(({ other }) => other),
      0.5,
    ),
    ratio: quantile(
      pairs.map(({ own, other }) => own / other),
      0.5,
    ),
  }
}

/**
 * Returns the share of its speed that a fast listener keeps with slow ones. It compares the fastest runs, because other programs only ever
 * slow a run down, by up to half within seconds.
 */
async function measureWithSlowListeners(address: Address): Promise<number> {
  const load = { ...address, clients: 1, rangeBytes: undefined, fileBytes, milliseconds }
  const speeds = async (runs: number) => {
    const measured = []
    for (let run = 0; run < runs; run += 1) measured.push(await bytesPerSecond(load))
    return measured
  }
  const before = await speeds(runsAlone)
  const end = await listenSlowly({ ...address, count: slowListeners })
  await waitForSocketMemory()
  const beside = await speeds(runsWithListeners)
  await end()
  await waitForSocketMemory()
  // Measured without load before and after, because the machine may have become faster or slower.
  return Math.max(...beside) / Math.max(...before, ...(await speeds(runsAlone)))
}

/**
 * Waits until socket memory is stable: the system buffers some megabytes per listener before it slows the server down, and frees them as
 * slowly.
 */
async function waitForSocketMemory(): Promise<void> {
  const until = performance.now() + maxSettlingMs
  let calmSeconds = 0
  for (let last = socketPages(); calmSeconds < 3 && performance.now() < until; ) {
    await sleep(1_000)
    const now = socketPages()
    calmSeconds = Math.abs(now - last) <= last / 100 + 1_000 ? calmSeconds + 1 : 0
    last = now
  }
}

/** Returns the memory pages of all TCP sockets of the machine. */
function socketPages(): number {
  const [, pages = 0] = /^TCP: .* mem (\d+)$/m.exec(readFileSync('/proc/net/sockstat', 'utf8')) ?? []
  return Number(pages)
}

function report(rows: readonly Row[], kept: { readonly ours: number; readonly theirs: number }): void {
  const shown = rows.map(({ name, ours, theirs, ratio }) => ({
    sent: name,
    'ours a second': mebibytes(ours),
    'nginx a second': mebibytes(theirs),
    share: `${(ratio * 100).toFixed(0)} %`,
  }))
  printTable('A file of 512 MiB over loopback', shown)
  const worst = Math.min(...rows.filter(({ isBound }) => isBound).map(({ ratio }) => ratio))
  const percent = (part: number) => `${(part * 100).toFixed(0)} %`
  console.log(
    `Beside ${slowListeners} slow listeners a fast one keeps ${percent(kept.ours)} of its speed, with nginx ${percent(kept.theirs)}.`,
  )
  printResult({ bar: 'stream-nginx', ratio: worst, holds: worst >= (min ?? minShare) })
  printResult({ bar: 'stream-slow-listeners', ratio: kept.ours, holds: kept.ours >= minKeptShare })
}

/** Creates a work with one track, scanned while it is small; returns the path of the file below `root`. */
async function fill(folder: string): Promise<string> {
  const root = join(folder, 'root')
  const data = join(folder, 'data')
  const file = `${id} rain/1.wav`
  mkdirSync(join(root, `${id} rain`), { recursive: true })
  mkdirSync(data)
  writeFileSync(join(root, file), encodeWav(composeSound('rain', 1)))
  const database = await openDatabase({ folder: data })
  await migrate(database)
  const given = { unknownAge: 'all', coversFolder: join(data, 'covers'), now: () => new Date() } as const
  await scanStorage({ ...given, database, root, report: () => {} })
  await database.close()
  truncateSync(join(root, file), fileBytes)
  return file
}

async function startNginx(folder: string): Promise<{ port: number; stop: () => void }> {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000;
  server { listen 127.0.0.1:${port}; root ${join(folder, 'root')}; } }`,
  )
  const child = spawn('nginx', ['-c', config, '-p', folder, '-e', 'stderr'], { stdio: 'inherit' })
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) await sleep(20)
  return { port, stop: () => child.kill() }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
