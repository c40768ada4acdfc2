/** Reads Vitest's JSON report: counts, which failed files to run again, and which tests passed only then. */
import { relative } from 'node:path'

/** The fields of the report that are read; `name` is the path of a file. */
export interface TestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly FileResult[]
}

interface FileResult {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages?: readonly string[]
  }[]
}

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** More failed files than this are not considered flaky. */
const maxFlaky = 8

const failedFiles = ({ testResults }: TestReport) => testResults.filter(({ status }) => status === 'failed')

/** Counts a run. A run that fails outside its tests (a broken file, an unhandled error) has at least one failure. */
export function countOf(report: TestReport, exitCode: number): Counts {
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, exitCode === 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Returns the failed files, relative to `root`; empty if there are none, or too many for a second run to be useful. */
export function filesToRunAgain(report: TestReport, root: string): string[] {
  const files = failedFiles(report).map(({ name }) => relative(root, name))
  return files.length > maxFlaky ? [] : files
}

/** Counts a run whose failed files ran again, as `again`: for those files the second run decides. */
export function countTogether(first: TestReport, again: TestReport, exitCode: number): Counts {
  const before = failedFiles(first).flatMap(({ assertionResults }) => assertionResults)
  const passedBefore = before.filter(({ status }) => status === 'passed').length
  const { passed, failed } = countOf(again, exitCode)
  return { ...countOf(first, 0), passed: first.numPassedTests - passedBefore + passed, failed }
}

/** Returns a line for each test that passed only in the second run, with its first failure, so that flaky tests stay visible. */
export function flakyLines(first: TestReport, again: TestReport, root: string): string[] {
  const passed = new Set(testsOf(again.testResults, 'passed').map(({ title }) => title))
  return testsOf(failedFiles(first), 'failed')
    .filter(({ title }) => passed.has(title))
    .map(({ title, reason }) => `flaky: ${relative(root, title)} (${reason})`)
}

const testsOf = (files: readonly FileResult[], wanted: string) =>
  files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === wanted)
      .map(({ fullName, failureMessages }) => ({
        title: `${name} > ${fullName}`,
        reason: failureMessages?.[0]?.split('\n')[0] ?? '',
      })),
  )
