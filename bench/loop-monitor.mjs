/**
 * Loaded into a server with `--import`: on SIGUSR2 it writes the longest stall of the event loop since the last signal,
 * in milliseconds, to the file named by `KOEDANA_BENCH_LOOP`.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env.KOEDANA_BENCH_LOOP
if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.part`, String(delay.max / 1e6))
    renameSync(`${file}.part`, file)
    delay.reset()
  })
}
