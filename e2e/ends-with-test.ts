/** Loaded into a server before the program: it ends with the process that began it, which holds the other end of its input. */
import { isMainThread } from 'node:worker_threads'

// Threads load it as well.
if (isMainThread) {
  process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'))
  process.stdin.unref()
}
