/**
 * `npm run bench:scale -- --works N`: two servers with one PostgreSQL and durable commits. Measures how soon an edit on one server shows on
 * the other. Then a catalog file of N works is imported: how long fifty users wait who write on both servers, and how much slower lists are
 * than lists of as many works after the import.
 *
 * Servers, PostgreSQL, import, writers and reader share the cores of one machine. The threshold of lists therefore excludes the time that
 * the server and its reader waited for a core; the whole time is printed too. PostgreSQL's own time counts, including its waits. Linux
 * only, which counts waits for a core.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { addAccount } from '@koedana/server/commands/user.ts'
import { type DatabaseLocation, openDatabase } from '@koedana/server/db/open.ts'
import { createPasswords } from '@koedana/server/lib/password.ts'
import { createDatabase, startPostgres } from '@koedana/server/testing/postgres.ts'
import { addAdmin, clientOf, loginAsAdmin } from './admin-client.ts'
import { readArguments } from './arguments.ts'
import { type BenchServer, serveFolder } from './bench-server.ts'
import { feedFile } from './feed-file.ts'
import { listUrls } from './list-urls.ts'
import { generateLoad } from './load-generator.ts'
import { printResult, printTable, quantile } from './report.ts'
import { measureThreads } from './scale-threads.ts'

/** Limits: milliseconds, and the ratio of median list times. */
const limits = { seenMs: 100, writeMs: 200, listGrowth: 1.5 }
/** Works on both servers before the import, and works imported. */
const works = { before: 20_000, imported: readArguments().works }
const writers = 50
const edits = 60
/** Pause of a writer, and of the reader of lists. */
const pauseMs = { writer: 500, reader: 5 }
const quietMs = 8_000
const warmUpMs = 4_000
/** Longer than the time between two generations. */
const settleMs = 15_000
/** More than the lists requested to find the rate, so that no response is repeated. */
const maxRead = 200_000
const loadMs = 5_000

const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
const readerFile = join(import.meta.dirname, 'list-reader-process.ts')
const cache = join(import.meta.dirname, '..', '.cache', 'bench')
const password = 'lantern moss 7'

/** All servers must open the values that are sealed in the one database. */
process.env.SECRET_KEY ??= randomBytes(32).toString('hex')
const server = await startPostgres({ isDurable: true })
const url = await createDatabase(server.url, 'scale')
const folders = ['one', 'two', 'import'].map((name) => mkdtempSync(join(tmpdir(), `koedana-scale-${name}-`)))
const [first = '', second = '', third = ''] = folders
const nodes: BenchServer[] = []
try {
  await runImport(await feedFile(cache, works.before))
  await addAdmin({ folder: first, url })
  for (const folder of [first, second]) nodes.push(await serveFolder(folder, url))
  await measure()
} finally {
  for (const node of nodes) await node.stop()
  for (const folder of folders) rmSync(folder, { recursive: true })
  await server.stop()
}
await measureThreads()

async function measure(): Promise<void> {
  const [one, two] = nodes
  if (!one || !two) throw new Error('there are no two servers')
  const seen = await measureEdits(one, two)
  const people = await signInAll({ folder: first, url })
  const rates = await ratesOf(one, two)
  const reader = startReader(one)
  await sleep(warmUpMs)
  await reader.taken()
  await sleep(quietMs)
  const before = await reader.taken()
  let isOver = false
  const importing = feedFile(cache, works.imported)
    .then(runImport)
    .finally(() => {
      isOver = true
    })
  const writing = people.map((person, at) => writeUntil(person, at, () => isOver))
  await importing
  const beside = await reader.taken()
  const writes = (await Promise.all(writing)).flat()
  await waitUntilListed(one)
  await reader.taken()
  await sleep(quietMs)
  const after = await reader.taken()
  await reader.stop()
  report({ seen, writes, before, beside, after, rates })
}

/** Resolves once the number of listed works has stopped growing. */
async function waitUntilListed(node: BenchServer): Promise<void> {
  const visitor = clientOf(node, undefined)
  const total = async () => (await visitor(api.listWorks, { query: { pageSize: 1 } })).total
  for (let [last, now] = [-1, await total()]; now !== last; [last, now] = [now, await total()])
    await sleep(settleMs)
}

/** Returns the milliseconds from an edit on one server until the other shows it on the page of the work. */
async function measureEdits(one: BenchServer, two: BenchServer): Promise<number[]> {
  const keeper = await loginAsAdmin(one)
  const visitor = clientOf(two, undefined)
  const { items } = await visitor(api.listWorks, { query: { sort: 'salesDesc', pageSize: edits } })
  const times: number[] = []
  for (const [at, { id }] of items.entries()) {
    const price = 1_000_000 + at
    const began = performance.now()
    await keeper(api.updateWork, { params: { id }, body: { values: { price } } })
    while ((await visitor(api.getWork, { params: { id }, query: {} })).price !== price) await sleep(2)
    times.push(performance.now() - began)
  }
  return times
}

/** Logs in half of the writers at each server. */
async function signInAll(location: DatabaseLocation): Promise<readonly Call[]> {
  const database = await openDatabase(location)
  const passwordHash = await createPasswords().hash(password)
  const at = new Date().toISOString()
  const people: Call[] = []
  for (let number = 0; number < writers; number++) {
    const username = `writer${number}`
    await addAccount(database.write, {
      username,
      passwordHash,
      role: roleOf.general,
      ageRestriction: 'all',
      at,
    })
    const node = nodes[number % nodes.length]!
    const { token } = await clientOf(node, undefined)(api.login, { body: { username, password } })
    people.push(clientOf(node, token))
  }
  await database.close()
  return people
}

/** Rates works one after another until the import is over. */
async function writeUntil(call: Call, number: number, isOver: () => boolean): Promise<number[]> {
  const { items } = await call(api.listWorks, { query: { sort: 'salesDesc', pageSize: 48 } })
  const times: number[] = []
  await sleep((number * pauseMs.writer) / writers)
  for (let at = 0; !isOver(); at++) {
    const work = items[(number + at) % items.length]!
    const began = performance.now()
    await call(api.saveMark, { params: { id: work.id }, body: { rating: 1 + (at % 5) } })
    times.push(performance.now() - began)
    await sleep(pauseMs.writer)
  }
  return times
}

/** `heldMs` excludes waits for a core. */
interface List {
  readonly ms: number
  readonly heldMs: number
}

interface Reader {
  /** Returns the lists read since the last call. */
  readonly taken: () => Promise<readonly List[]>
  readonly stop: () => Promise<void>
}

/** Starts the reader in its own process, because the writers in this one would distort its times. */
function startReader({ origin, pid }: BenchServer): Reader {
  const args = [readerFile, origin, pid, works.before, maxRead, pauseMs.reader].map(String)
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    taken: async () => {
      child.stdin.write('\n')
      const { value } = await lines.next()
      return JSON.parse(value ?? '[]')
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.stdin.end()
      await ended
    },
  }
}

async function ratesOf(one: BenchServer, two: BenchServer): Promise<Figures['rates']> {
  const supply = listUrls(works.before)
  return { one: await rateOf([one], supply), two: await rateOf([one, two], supply) }
}

/** Returns the lists per second of these servers together, requested by this process. */
async function rateOf(some: readonly BenchServer[], supply: Iterator<string>): Promise<number> {
  const rates = some.map(({ origin }) => {
    const { port, host } = new URL(origin)
    return generateLoad({
      port: Number(port),
      connections: 4,
      milliseconds: loadMs,
      request: () => `GET ${String(supply.next().value)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      status: 200,
    })
  })
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0)
}

function runImport(file: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'import', file], {
    env: { ...process.env, DATA_DIR: third, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the import ended with ${code}`)),
    )
  })
}

interface Figures {
  readonly seen: readonly number[]
  readonly writes: readonly number[]
  readonly before: readonly List[]
  readonly beside: readonly List[]
  readonly after: readonly List[]
  readonly rates: { readonly one: number; readonly two: number }
}

function report({ seen, writes, before, beside, after, rates }: Figures): void {
  const median = (lists: readonly List[], of: keyof List) =>
    quantile(
      lists.map((list) => list[of]),
      0.5,
    )
  const growth = (of: keyof List) => median(beside, of) / median(after, of)
  const row = (figure: string, value: number, bound: number | string = '') => ({
    figure,
    value: value.toFixed(2),
    bound,
  })
  printTable(`Two servers over one PostgreSQL, beside an import of ${works.imported} works`, [
    row('an edit seen on the other, p50, ms', quantile(seen, 0.5)),
    row('an edit seen on the other, p95, ms', quantile(seen, 0.95), limits.seenMs),
    row(`${writers} writers beside the import, p50, ms`, quantile(writes, 0.5)),
    row(`${writers} writers beside the import, p99, ms`, quantile(writes, 0.99), limits.writeMs),
    row(`a list of ${works.before} works before it, p50, ms`, median(before, 'ms')),
    row('a list beside the import, p50, ms', median(beside, 'ms')),
    row(`a list of ${works.imported} works after it, p50, ms`, median(after, 'ms')),
    row('beside it a list takes, times', growth('ms')),
    row('a list beside it without waits for a core, p50, ms', median(beside, 'heldMs')),
    row('a list after it without them, p50, ms', median(after, 'heldMs')),
    row('beside it a list takes without them, times', growth('heldMs'), limits.listGrowth),
    row('lists a second, one server', rates.one),
    row('lists a second, two servers', rates.two),
  ])
  const hold = (bar: string, ratio: number) => printResult({ bar, ratio, holds: ratio >= 1 })
  hold('scale-edit-seen', limits.seenMs / quantile(seen, 0.95))
  hold(`scale-writers-beside-${works.imported}`, limits.writeMs / quantile(writes, 0.99))
  hold(`scale-list-beside-${works.imported}`, limits.listGrowth / growth('heldMs'))
}
