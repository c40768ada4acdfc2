/** Runs long work in the serving thread in small steps, so that other requests are served in between. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds after which the event loop gets a turn. A step that has begun is finished first. */
const maxBlockMs = 1

export async function runInSteps<T>(steps: Generator<void, T>): Promise<T> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < maxBlockMs) continue
    await setImmediate()
    since = performance.now()
  }
}
