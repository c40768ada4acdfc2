/** Long work in the serving thread, step by step: in between, others who wait are served. */
import { setImmediate } from 'node:timers/promises'

/** How long others wait at most, in milliseconds; a step that is begun then is ended first. */
const holdMs = 1

export async function inSteps<T>(steps: Generator<void, T>): Promise<T> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < holdMs) continue
    await setImmediate()
    since = performance.now()
  }
}
