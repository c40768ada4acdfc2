/**
 * `npm run bench:login`: whether response times distinguish an unknown name from a wrong password; both are sent in turn, so that machine
 * load affects both. Then how long 20 logins per second delay other requests.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { roleOf } from '@koedana/contract/values.ts'
import { buildApp } from '@koedana/server/app.ts'
import { addAccount } from '@koedana/server/commands/user.ts'
import { migrate } from '@koedana/server/db/migrate.ts'
import { openDatabase } from '@koedana/server/db/open.ts'
import { openDeps } from '@koedana/server/deps.ts'
import { createLog } from '@koedana/server/lib/log.ts'
import { createPasswords } from '@koedana/server/lib/password.ts'
import { routesOf } from '@koedana/server/routes.ts'
import { printResult, printTable, quantile } from './report.ts'

const pairs = 300
const accounts = 400
const loginsPerSecond = 20
const loadSeconds = 10
/** A smaller difference cannot be measured over a network. */
const maxDeviation = 0.05
const delayBoundMs = 20
const password = 'lantern moss 7'

const folder = await mkdtemp(join(tmpdir(), 'koedana-bench-login-'))
const log = createLog('silent')
const database = await openDatabase({ folder }, { hasWriterThread: true })
await migrate(database)
await fillAccounts()
const deps = await openDeps({ database, dataFolder: folder, log })
const { authenticate } = deps.sessions
const app = await buildApp({ routes: routesOf(deps), authenticate, log, trustedProxies: ['127.0.0.1'] })
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
let callers = 0

try {
  for (let n = 0; n < 20; n++) await timeLogin(`warm${n}`, 'wrong', 422)
  const timing = await compareRefusals()
  const delay = await delayUnderLogins()
  printTable(`Refused logins, ${pairs} pairs in turn`, [
    { response: 'unknown name', 'median, ms': timing.unknown.toFixed(2) },
    { response: 'wrong password', 'median, ms': timing.wrong.toFixed(2) },
    { response: 'ratio', 'median, ms': timing.ratio.toFixed(3) },
  ])
  printTable(`Event loop under ${loginsPerSecond} logins a second, ${loadSeconds} s`, [
    { figure: 'logins', value: delay.logins, bound: '' },
    { figure: 'a login, median ms', value: delay.median.toFixed(1), bound: '' },
    { figure: 'delay p50, ms', value: delay.p50.toFixed(1), bound: '' },
    { figure: 'delay p99, ms', value: delay.p99.toFixed(1), bound: delayBoundMs },
    { figure: 'delay max, ms', value: delay.max.toFixed(1), bound: '' },
  ])
  const isAlike = Math.abs(timing.ratio - 1) <= maxDeviation
  const isFree = delay.p99 <= delayBoundMs
  printResult({ bar: 'login-alike', ratio: timing.ratio, holds: isAlike })
  printResult({ bar: 'login-delay', ratio: delayBoundMs / delay.p99, holds: isAlike && isFree })
} finally {
  await app.close()
  await deps.close()
  await rm(folder, { recursive: true, force: true })
}

/** All accounts have the same hash: checking it is measured, not creating it. */
async function fillAccounts(): Promise<void> {
  const passwordHash = await createPasswords().hash(password)
  const at = new Date().toISOString()
  const account = { passwordHash, role: roleOf.general, ageRestriction: 'all' as const, at }
  for (let n = 0; n < accounts; n++) await addAccount(database.write, { ...account, username: `person${n}` })
}

/** Each call has another address and name, so that rate limits do not apply. */
async function timeLogin(username: string, typed: string, status: number): Promise<number> {
  callers += 1
  const caller = `198.18.${Math.floor(callers / 250) % 250}.${callers % 250}`
  const started = performance.now()
  const response = await fetch(`${origin}/api/v3/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': caller },
    body: JSON.stringify({ username, password: typed }),
  })
  await response.text()
  if (response.status !== status) throw new Error(`${response.status} instead of ${status} for ${username}`)
  return performance.now() - started
}

async function compareRefusals() {
  const unknown: number[] = []
  const wrong: number[] = []
  const ratios: number[] = []
  for (let n = 0; n < pairs; n++) {
    const sides = [
      async () => unknown.push(await timeLogin(`nobody${n}`, password, 422)),
      async () => wrong.push(await timeLogin(`person${n}`, 'wrong', 422)),
    ]
    for (const side of n % 2 ? sides : sides.toReversed()) await side()
    ratios.push((unknown.at(-1) ?? 0) / (wrong.at(-1) ?? 1))
  }
  return { unknown: quantile(unknown, 0.5), wrong: quantile(wrong, 0.5), ratio: quantile(ratios, 0.5) }
}

async function delayUnderLogins() {
  const resolution = 1
  const monitor = monitorEventLoopDelay({ resolution })
  const logins: Promise<number>[] = []
  monitor.enable()
  const started = performance.now()
  for (let n = 0; n < loginsPerSecond * loadSeconds; n++) {
    await sleep(Math.max(0, started + (n * 1000) / loginsPerSecond - performance.now()))
    logins.push(timeLogin(`person${n % accounts}`, password, 200))
  }
  const times = await Promise.all(logins)
  monitor.disable()
  const milliseconds = (nanoseconds: number) => nanoseconds / 1e6
  return {
    logins: times.length,
    median: quantile(times, 0.5),
    p50: milliseconds(monitor.percentile(50)),
    p99: milliseconds(monitor.percentile(99)),
    max: milliseconds(monitor.max),
  }
}
