/** Kills the process that reads an old database if it exceeds its limits of memory or time, or if its parent has exited. */
import { workerData } from 'node:worker_threads'
import type { ReadLimits } from './read-old.ts'

const { maxResidentBytes, timeoutMs, parent }: ReadLimits & { readonly parent: number } = workerData
const checkMs = 50
const started = performance.now()

setInterval(() => {
  const isOver = performance.now() - started > timeoutMs || process.memoryUsage.rss() > maxResidentBytes
  if (isOver || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, checkMs)
