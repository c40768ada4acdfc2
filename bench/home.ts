/**
 * The home page of a user with everything that is costly: a library, years of listening, follows, and the maximum number of saved views.
 * Measures its response time against a visitor's, and how long it blocks the event loop.
 */
import { rmSync } from 'node:fs'
import { sqliteFile } from '@koedana/server/db/sqlite-file.ts'
import SqliteDatabase from 'better-sqlite3'
import { copyWithAdmin, dropSnapshot } from './admin-client.ts'
import { readArguments } from './arguments.ts'
import { serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { fillListeners } from './places-fill.ts'
import { printResult, printTable, quantile } from './report.ts'

const counts = { owned: 5_000, begun: 300, hours: 3_000, follows: 200, views: 30 }
const requests = 100
const warm = 30
/** Maximum milliseconds that the loop may run without a break for one user's page; `doors.ts` explains what that excludes. */
const maxRunMs = 10

const { works } = readArguments()
const folder = await copyWithAdmin(await filledFolder(works))
const [listener] = fillListeners(folder, 1)
fillHome()
dropSnapshot(folder)
const served = await serveFolder(folder)
try {
  const token = listener?.token ?? ''
  const visitor = await timed('/home')
  await served.maxStall()
  const member = await timed('/home', token)
  const { ranMs } = await served.maxStall()
  const views = await timed('/views', token)
  printTable(`The home page over ${works} works, ${requests} times`, [
    { page: 'visitor', ...figures(visitor) },
    { page: 'listener', ...figures(member) },
    { page: `${counts.views} views alone`, ...figures(views) },
  ])
  console.log(`The loop was at work for ${ranMs.toFixed(1)} ms at most in one piece (bound ${maxRunMs})`)
  printResult({ bar: `home-${works}`, ratio: maxRunMs / ranMs, holds: ranMs <= maxRunMs })
} finally {
  await served.stop()
  rmSync(folder, { recursive: true })
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`
}

function figures(samples: readonly number[]) {
  return { p50: milliseconds(quantile(samples, 0.5)), p99: milliseconds(quantile(samples, 0.99)) }
}

async function timed(path: string, token?: string): Promise<number[]> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const samples: number[] = []
  for (let at = 0; at < warm + requests; at++) {
    const start = performance.now()
    const response = await fetch(`${served.origin}/api/v3${path}`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
    if (at >= warm) samples.push(performance.now() - start)
  }
  return samples
}

function fillHome(): void {
  const db = new SqliteDatabase(sqliteFile(folder))
  db.pragma('synchronous = OFF')
  const user = Number(db.prepare(`select key from user where username = 'listener0'`).pluck().get())
  const now = Date.now()
  const instant = new Date(now).toISOString()
  db.transaction(() => {
    db.prepare(
      `update work set in_library = 1, added_at = ? where key in (select key from work where age_category = 'all' limit ?)`,
    ).run(instant, counts.owned)
    const keys = db.prepare('select key from work where in_library = 1 limit ?').pluck().all(counts.begun)
    const progress = db.prepare(
      `insert into progress values (?, ?, 1, ?, 5000, ?, ?, 0, 'bench', 'bench', ?, ?, null)`,
    )
    keys.forEach((key, at) => {
      const startedMs = now - at * 3_600_000
      progress.run(
        user,
        key,
        `bench-track-${at}`,
        `play-${at}`,
        startedMs,
        startedMs,
        at % 2 ? startedMs : null,
      )
    })
    const hour = db.prepare('insert or ignore into listening_hour values (?, ?, ?, 1800000)')
    for (let at = 0; at < counts.hours; at++) {
      hour.run(user, Math.floor(now / 3_600_000) - at, keys[at % keys.length])
    }
    db.prepare(`insert into follow select ?, 'makers', id, ? from maker order by key limit ?`).run(
      user,
      instant,
      counts.follows,
    )
    const view = db.prepare('insert into saved_view values (?, ?, ?, ?, ?, ?, null)')
    for (let at = 0; at < counts.views; at++) {
      const search = at % 2 ? `minSales=${at * 10}&heard=false` : `inLibrary=true&minPrice=${at}`
      view.run(`view-${at}`, user, `view ${at}`, search, at, 0)
    }
  })()
  db.close()
}
