/** A request thread other than the first: the same app, with a shared index and writer (ADR 0080). */
import { workerData } from 'node:worker_threads'
import { openDatabase } from '../db/open.ts'
import { openDeps } from '../deps.ts'
import { closeConnectionsAfter } from '../http/connections.ts'
import { openTls } from '../http/own-tls.ts'
import { createLog, recentErrorsOf } from '../lib/log.ts'
import { aggregateMetrics, createThreadMetrics } from '../lib/metrics.ts'
import { depsOptionsOf, queryObserverOf } from '../open-base.ts'
import { locationOf } from '../open-configured.ts'
import { joinThreads } from '../threads/membership.ts'
import type { ThreadData } from '../threads/messages.ts'
import { buildServedApp } from './build-served-app.ts'
import { hasMetrics } from './has-metrics.ts'
import { graceMs } from './stop-limits.ts'

await serveInThread(workerData)

async function serveInThread({ config, serverPort, seat, rates, ...start }: ThreadData): Promise<void> {
  const log = createLog('info')
  const member = joinThreads(start)
  const counted = hasMetrics(config) ? createThreadMetrics() : undefined
  const metrics = counted && aggregateMetrics(counted, member.metrics)
  member.respondBy({ metrics: () => counted?.counted(), errors: () => recentErrorsOf(log) })
  const tls = config.tls && (await openTls(config.tls, log))
  const onQuery = queryObserverOf(metrics)
  const database = await openDatabase(locationOf(config), { writerSeat: seat, isImpatient: true, onQuery })
  const deps = await openDeps({ ...depsOptionsOf(config, { log, metrics }), database, member })
  const app = await buildServedApp(deps, config, { log, metrics, tls, rates })
  deps.tasks.feed.open()
  const at = { port: serverPort, host: config.host, reusePort: true }
  await app.listen(at)
  member.reportListening()
  await member.stopped
  const stopEnding = closeConnectionsAfter(app.server, graceMs)
  await deps.tasks.stop()
  await app.close()
  counted?.close()
  await deps.close()
  stopEnding()
  member.close()
}
