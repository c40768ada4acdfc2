/** A reporter of Vitest that names every test which failed first and passed when it was tried again: retries hide nothing. */
import { relative } from 'node:path'
import type { TestCase } from 'vitest/node'

export default class FlakyReporter {
  readonly #found: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const file = relative(test.project.config.root, test.module.moduleId)
    const [first] = test.result().errors ?? []
    const [reason] = (first?.message ?? '').split('\n')
    this.#found.push(`flaky: ${file} > ${test.fullName} (${reason})`)
  }

  onTestRunEnd(): void {
    for (const line of this.#found) process.stdout.write(`${line}\n`)
  }
}
