/** A request thread other than the first: the same app, with a shared index and writer (ADR 0080). */
import { workerData } from 'node:worker_threads'
import { openDatabase } from '../db/open.ts'
import { openDeps } from '../deps.ts'
import { endConnectionsAfter } from '../http/connections.ts'
import { openTls } from '../http/own-tls.ts'
import { createLog, recentErrorsOf } from '../lib/log.ts'
import { createThreadMetrics, sharedMetrics } from '../lib/metrics.ts'
import { configured, queriesOf } from '../open-base.ts'
import { locationOf } from '../open-configured.ts'
import { joinThreads } from '../threads/membership.ts'
import type { ThreadOrder } from '../threads/messages.ts'
import { hasMetrics } from './metrics-shown.ts'
import { buildServedApp } from './served-app.ts'
import { graceMs } from './stopping.ts'

await serveBeside(workerData)

async function serveBeside({ config, serverPort, seat, rates, ...start }: ThreadOrder): Promise<void> {
  const log = createLog('info')
  const member = joinThreads(start)
  const counted = hasMetrics(config) ? createThreadMetrics() : undefined
  const metrics = counted && sharedMetrics(counted, member.metrics)
  member.respondBy({ metrics: () => counted?.counted(), errors: () => recentErrorsOf(log) })
  const tls = config.tls && (await openTls(config.tls, log))
  const onQuery = queriesOf(metrics)
  const database = await openDatabase(locationOf(config), { writerSeat: seat, isImpatient: true, onQuery })
  const deps = await openDeps({ ...configured(config, { log, metrics }), database, member })
  const app = await buildServedApp(deps, config, { log, metrics, tls, rates })
  deps.tasks.feed.open()
  const at = { port: serverPort, host: config.host, reusePort: true }
  await app.listen(at)
  member.reportListening()
  await member.stopped
  const stopEnding = endConnectionsAfter(app.server, graceMs)
  await deps.tasks.stop()
  await app.close()
  counted?.close()
  await deps.close()
  stopEnding()
  member.close()
}
