/**
 * Loaded into a process with `--import`. On SIGUSR2 it writes the longest stalls of the event loop since the last signal to the file named
 * by `KOEDANA_BENCH_LOOP`, as three numbers of milliseconds. `stallMs`: the longest, whatever its cause. `heldMs`: the longest without the
 * time in which the loop was runnable but had no core, which is the machine's fault. `ranMs`: the longest time that its thread was running,
 * without waits for disks or helpers of the garbage collector.
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

/** Returns the milliseconds that this thread has been running since its start. */
function ran() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Returns a function for the milliseconds that the main thread was runnable but waited for a core: the second number of schedstat, in
 * nanoseconds. Other systems than Linux do not count it; there it returns 0.
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
