/**
 * Loaded into a process with `--import`: on SIGUSR2 it writes the longest stalls of the event loop since the last signal to the
 * file named by `KOEDANA_BENCH_LOOP`, three numbers of milliseconds: `stallMs` is the longest, whatever its cause; `heldMs` is the
 * longest without the time for which the loop could have run and had no core: that is the machine's, not the program's; `ranMs` is the
 * longest for which its thread itself was running, without what it waited for either: disks, and helpers of the collector.
 */
import { openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.KOEDANA_BENCH_LOOP
if (isMainThread && file) {
  const waited = waitedReader()
  let longest = { stallMs: 0, heldMs: 0, ranMs: 0 }
  let last = { at: performance.now(), waitedMs: waited(), ranMs: ran() }
  setInterval(() => {
    const now = { at: performance.now(), waitedMs: waited(), ranMs: ran() }
    const stallMs = now.at - last.at
    const heldMs = stallMs - (now.waitedMs - last.waitedMs)
    longest = {
      stallMs: Math.max(longest.stallMs, stallMs),
      heldMs: Math.max(longest.heldMs, heldMs),
      ranMs: Math.max(longest.ranMs, now.ranMs - last.ranMs),
    }
    last = now
  }, 1).unref()
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.part`, `${longest.stallMs} ${longest.heldMs} ${longest.ranMs}`)
    renameSync(`${file}.part`, file)
    longest = { stallMs: 0, heldMs: 0, ranMs: 0 }
  })
}

/** Returns milliseconds for which this thread was running, since it began. */
function ran() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Returns a function that says for how long the first thread was ready and waited for a core, in milliseconds since it began:
 * the second number of Linux' schedstat, which counts nanoseconds. Elsewhere nobody counts it, and it is 0.
 */
function waitedReader() {
  if (process.platform !== 'linux') return () => 0
  const handle = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const bytes = Buffer.alloc(64)
  return () => {
    const size = readSync(handle, bytes, 0, bytes.length, 0)
    return Number(bytes.toString('latin1', 0, size).split(' ')[1]) / 1e6
  }
}
