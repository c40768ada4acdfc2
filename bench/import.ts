/**
 * `npm run bench:import -- --works N [--engine sqlite|postgres]`: imports a generated catalog file end to end: parse, validate, store,
 * index. PostgreSQL is started for this run, with durable commits.
 * Then the same import is killed several times and restarted: nothing may be duplicated or incomplete.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DatabaseLocation, openDatabase } from '@koedana/server/db/open.ts'
import { exportFeed } from '@koedana/server/features/metadata/feed/export-feed.ts'
import { buildInWorker } from '@koedana/server/features/works/index/build.ts'
import { createDatabase, startPostgres } from '@koedana/server/testing/postgres.ts'
import { readArguments, readChoice } from './arguments.ts'
import { feedFile } from './feed-file.ts'
import { printResult, printTable } from './report.ts'

const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
/** Maximum number of works in the kill test, which is about moments, not size. */
const killedWorks = 50_000
const kills = 5

const { works, min } = readArguments()
const engine = readChoice('engine', ['sqlite', 'postgres']) ?? 'sqlite'
const cache = join(import.meta.dirname, '..', '.cache', 'bench')
const feed = await feedFile(cache, works)
const server = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined
const location = await newLocation('bench')
const started = performance.now()
await runImport(location, feed)
const storedMs = performance.now() - started
const { generation } = await buildInWorker(location)
const totalMs = performance.now() - started
const rate = works / (totalMs / 1000)
const bar = works >= 1_000_000 || engine === 'postgres' ? 5_000 : 8_000
const isWhole = await survivesKills()
printTable(`Import of ${works} works, ${engine}`, [
  { step: 'parse, validate, store', seconds: (storedMs / 1000).toFixed(1) },
  { step: 'build the index', seconds: ((totalMs - storedMs) / 1000).toFixed(1) },
  { step: 'works a second', seconds: rate.toFixed(0) },
  { step: 'bar, works a second', seconds: bar },
])
console.log(
  `${generation.columns.count} works in the index; killed ${kills} times and resumed: ${isWhole ? 'the same bytes' : 'DIFFERENT'}`,
)
rmSync(location.folder, { recursive: true })
await server?.stop()
const holds = rate >= (min ?? 1) * bar && generation.columns.count === works && isWhole
printResult({
  bar: engine === 'sqlite' ? `import-${works}` : `import-postgres-${works}`,
  ratio: rate / bar,
  holds,
})

/** Creates an empty data folder and, on PostgreSQL, an empty database. */
async function newLocation(name: string): Promise<DatabaseLocation> {
  const folder = mkdtempSync(join(tmpdir(), `koedana-${name}-`))
  if (!server) return { folder }
  return { folder, url: await createDatabase(server.url, name) }
}

/** Resolves when the process ends; kills it after `killAfterMs` if given. */
function runImport({ folder, url }: DatabaseLocation, file: string, killAfterMs?: number): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder, ...(url === undefined ? {} : { DATABASE_URL: url }) }
  const child = spawn(process.execPath, [main, 'import', file], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0 || killAfterMs !== undefined) resolve()
      else reject(new Error(`the import ended with ${code}`))
    })
  })
}

async function survivesKills(): Promise<boolean> {
  const file = await feedFile(cache, Math.min(works, killedWorks))
  const [whole, killed] = [await newLocation('whole'), await newLocation('killed')]
  const start = performance.now()
  await runImport(whole, file)
  const fullMs = performance.now() - start
  for (let kill = 1; kill <= kills; kill++) await runImport(killed, file, (fullMs * kill) / (kills + 2))
  await runImport(killed, file)
  const same = (await contentOf(whole)) === (await contentOf(killed))
  for (const { folder } of [whole, killed]) rmSync(folder, { recursive: true })
  return same
}

/** Returns a hash of everything except creation times. */
async function contentOf(location: DatabaseLocation): Promise<string> {
  const database = await openDatabase(location)
  const hash = createHash('sha256')
  for await (const lines of exportFeed({ database }))
    hash.update(lines.replaceAll(/"createdAt":"[^"]*"/g, ''))
  await database.close()
  return hash.digest('hex')
}
