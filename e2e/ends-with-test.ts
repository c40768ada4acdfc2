/** Loaded into a server before the program. Stops the server when the process that started it ends and closes its standard input. */
import { isMainThread } from 'node:worker_threads'

// Worker threads load this file as well.
if (isMainThread) {
  process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'))
  process.stdin.unref()
}
