/**
 * `npm run bench:engines -- --works N`: the same catalog on SQLite and, copied by `koedana migrate-to`, on PostgreSQL. Compares startup,
 * memory, and the lists of both indexes.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createCatalogue } from '@koedana/catalogue/catalogue.ts'
import type { DatabaseLocation } from '@koedana/server/db/open.ts'
import { buildInWorker } from '@koedana/server/features/works/index/build.ts'
import { kernelOver } from '@koedana/server/features/works/index/kernel.ts'
import { snapshotFile } from '@koedana/server/features/works/index/snapshot-file.ts'
import { createDatabase, startPostgres } from '@koedana/server/testing/postgres.ts'
import { koedana } from '../e2e/server.ts'
import { readArguments } from './arguments.ts'
import { serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { sizesFor } from './generate.ts'
import { createQueries } from './list-queries.ts'
import { measureRebuildBytes } from './rebuild-memory.ts'
import { mebibytes, microseconds, printResult, printTable, quantile } from './report.ts'
import { serverLimits } from './server-limits.ts'

const { works } = readArguments()
const bounds = serverLimits(works)
/** Maximum ratio of list times: index built from PostgreSQL to index built from SQLite. */
const maxListRatio = 1.1
const queryCount = 80
const rounds = 5
/** Enough rounds to compile the code. */
const warmRounds = 20

const folder = await filledFolder(works)
const postgresFolder = mkdtempSync(join(tmpdir(), 'koedana-engines-'))
const server = await startPostgres()
try {
  const url = await createDatabase(server.url, 'engines')
  const began = performance.now()
  console.log((await koedana(folder, 'migrate-to', url)).trim())
  console.log(`moved in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const moved = { folder: postgresFolder, url }
  const sqlite = await figuresOf({ folder })
  // The first server of a folder creates the key, which opens the sealed values in the database.
  copyFileSync(join(folder, 'secret.key'), join(postgresFolder, 'secret.key'))
  const postgres = await figuresOf(moved)
  const lists = await compareLists({ folder }, moved)
  report({ sqlite, postgres }, lists)
} finally {
  await server.stop()
  rmSync(postgresFolder, { recursive: true, force: true })
}

/** Milliseconds, and bytes. */
interface Figures {
  readonly cold: number
  readonly snapshot: number
  readonly idle: number
  readonly peak: number
}

async function figuresOf(location: DatabaseLocation): Promise<Figures> {
  const serve = () => serveFolder(location.folder, location.url)
  rmSync(snapshotFile(location.folder), { force: true })
  const first = await serve()
  const cold = first.readyMs
  while (!existsSync(snapshotFile(location.folder))) await sleep(100)
  await first.stop()
  const second = await serve()
  const snapshot = second.readyMs
  const bytes = await measureRebuildBytes(second, location)
  await second.stop()
  return { cold, snapshot, ...bytes }
}

/** Returns the median list time of each index in milliseconds, with queries in turn, and how many results differ. */
async function compareLists(one: DatabaseLocation, other: DatabaseLocation) {
  const requests = createQueries(queryCount, sizesFor(works), works)
  const catalogues = []
  for (const location of [one, other]) {
    const built = await buildInWorker(location)
    catalogues.push(createCatalogue({ ...built, kernel: kernelOver(built.arena) }))
  }
  const times: number[][] = catalogues.map(() => [])
  let different = 0
  for (let round = 0; round < warmRounds + rounds; round++) {
    for (const { query, viewer } of requests) {
      const found = catalogues.map((catalogue, at) => {
        const start = performance.now()
        const result = catalogue.list(query, viewer)
        if (round >= warmRounds) times[at]?.push(performance.now() - start)
        return result
      })
      if (!isDeepStrictEqual(found[0], found[1])) different += 1
    }
  }
  const [sqliteMs = 0, postgresMs = 0] = times.map((samples) => quantile(samples, 0.5))
  return { sqliteMs, postgresMs, different }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2)
}

function report(
  { sqlite, postgres }: Readonly<Record<'sqlite' | 'postgres', Figures>>,
  { sqliteMs, postgresMs, different }: Awaited<ReturnType<typeof compareLists>>,
): void {
  const row = (figure: string, of: (figures: Figures) => string, bound: string) => ({
    figure,
    SQLite: of(sqlite),
    PostgreSQL: of(postgres),
    bound,
  })
  printTable(`${works} works on both engines`, [
    row('start from the snapshot, s', ({ snapshot }) => seconds(snapshot), seconds(bounds.startMs.snapshot)),
    row('start from the database, s', ({ cold }) => seconds(cold), seconds(bounds.startMs.cold)),
    row('memory at rest', ({ idle }) => mebibytes(idle), mebibytes(bounds.bytes.idle)),
    row('memory at most while rebuilding', ({ peak }) => mebibytes(peak), mebibytes(bounds.bytes.peak)),
    {
      figure: 'a list in the process, p50',
      SQLite: microseconds(sqliteMs),
      PostgreSQL: microseconds(postgresMs),
      bound: `${maxListRatio} ×`,
    },
  ])
  console.log(`${different} lists differ`)
  const hold = (bar: string, ratio: number, isRight = true) =>
    printResult({ bar, ratio, holds: isRight && ratio >= 1 })
  hold(
    `engines-start-${works}`,
    Math.min(bounds.startMs.snapshot / postgres.snapshot, bounds.startMs.cold / postgres.cold),
  )
  hold(
    `engines-memory-${works}`,
    Math.min(bounds.bytes.idle / postgres.idle, bounds.bytes.peak / postgres.peak),
  )
  hold(`engines-list-${works}`, (maxListRatio * sqliteMs) / postgresMs, different === 0)
}
