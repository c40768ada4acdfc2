/**
 * `npm run mutate [part of a path]…`: how many mutants of decision code (every `*.rules.ts`, and the visibility policy) the nearest tests
 * detect. Prints those that survive.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { type Mutant, mutantsOf } from './mutants.ts'
import { nearestTests, testOf } from './nearest-tests.ts'

const works = 'packages/server/src/features/works'
const visibilityTests = [
  `${works}/works.api.test.ts`,
  `${works}/hidden-counts.test.ts`,
  'packages/server/src/hidden-work.test.ts',
]

/** Files besides rules that decide which works a viewer may see, with their tests. */
const policyTests: Readonly<Record<string, readonly string[]>> = {
  'packages/catalogue/src/query/policy.ts': [
    'packages/catalogue/src/catalogue.test.ts',
    'packages/catalogue/src/many-viewers.test.ts',
  ],
  [`${works}/viewers.ts`]: visibilityTests,
  [`${works}/visible-works.ts`]: visibilityTests,
}

/** The timeout until the tests have run without a fault. */
const firstTimeoutMs = 180_000
/** A fault may cause an endless loop: tests that are silent for this much longer than without a fault have detected it. */
const timeoutAfter = (soundMs: number) => 5_000 + 4 * soundMs

interface Verdict {
  readonly file: string
  readonly tests: readonly string[]
  readonly mutants: number
  /** Undefined if the tests fail without a fault. */
  readonly survivors: readonly Mutant[] | undefined
}

async function mutate(wanted: readonly string[]): Promise<void> {
  const sources = globSync('packages/*/src/**/*.{ts,tsx}')
  const waiting = [...sources.filter((path) => path.endsWith('.rules.ts')), ...Object.keys(policyTests)]
    .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
    .sort((a, b) => Number(hasOwnTest(b)) - Number(hasOwnTest(a)) || a.localeCompare(b))
  const verdicts: Verdict[] = []
  const judgeNext = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const verdict = await judge(file, sources)
      verdicts.push(verdict)
      console.log(describe(verdict))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, judgeNext))
  for (const area of ['contract', 'catalogue', 'server', 'web', '']) {
    console.log(`${(area || 'all').padEnd(10)} ${scoreOf(verdicts.filter(isOf(area)))}`)
  }
  const own = verdicts.filter(({ file, survivors }) => survivors && hasOwnTest(file))
  console.log(`those with a test of their own: ${scoreOf(own)}`)
  process.exitCode = verdicts.some(({ survivors }) => !survivors) ? 1 : 0
}

/** Files with their own test are judged first. */
const hasOwnTest = (file: string) => existsSync(testOf(file))

async function judge(file: string, sources: readonly string[]): Promise<Verdict> {
  const mutants = mutantsOf(readFileSync(file, 'utf8'), file)
  const tests = policyTests[file] ?? nearestTests(file, sources, (path) => readFileSync(path, 'utf8'))
  const survivors = tests.length === 0 ? mutants : await survivorsOf(file, mutants, tests)
  return { file, tests, mutants: mutants.length, survivors }
}

async function survivorsOf(file: string, mutants: readonly Mutant[], tests: readonly string[]) {
  const survivors: Mutant[] = []
  let passesUnchanged = true
  /** The next mutant; after a timeout, a new run starts behind it. */
  let at = 0
  while (at < mutants.length && passesUnchanged) {
    const from = at
    passesUnchanged = false
    const child = spawn(process.execPath, ['scripts/mutate-file.ts', file, String(from), ...tests], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const begunAt = performance.now()
    let patienceMs = firstTimeoutMs
    for await (const line of linesOf(child, () => patienceMs)) {
      const said: unknown = line.startsWith('{') ? JSON.parse(line) : undefined
      if (!isOutcome(said)) continue
      if (said.at < 0) {
        passesUnchanged = said.isKilled
        patienceMs = timeoutAfter(performance.now() - begunAt)
      } else {
        const mutant = mutants[said.at]
        if (mutant && !said.isKilled) survivors.push(mutant)
        at = said.at + 1
      }
    }
    at = Math.max(at, from) + (at < mutants.length ? 1 : 0)
  }
  return passesUnchanged ? survivors : undefined
}

interface Outcome {
  readonly at: number
  readonly isKilled: boolean
}

const isOutcome = (said: unknown): said is Outcome =>
  typeof said === 'object' && said !== null && 'at' in said

/** Yields the lines of the process until it ends, or kills it if it is silent for too long. */
async function* linesOf(child: ChildProcess, patienceMs: () => number): AsyncGenerator<string> {
  if (!child.stdout) return
  const end = () => child.kill('SIGKILL')
  let timer = setTimeout(end, patienceMs())
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    yield line
    timer = setTimeout(end, patienceMs())
  }
  clearTimeout(timer)
}

const isOf =
  (area: string) =>
  ({ file, survivors }: Verdict) =>
    survivors !== undefined && file.startsWith(`packages/${area}`)

function scoreOf(verdicts: readonly Verdict[]): string {
  const all = verdicts.reduce((sum, { mutants }) => sum + mutants, 0)
  const alive = verdicts.reduce((sum, { survivors = [] }) => sum + survivors.length, 0)
  return `${all - alive} of ${all} noticed, ${percent(all - alive, all)}`
}

function describe({ file, tests, mutants, survivors }: Verdict): string {
  if (!survivors) return `✗ ${file}: its tests fail without a fault (${tests.join(', ')})`
  const noticed = mutants - survivors.length
  const lines = survivors.map(({ line, was, is }) => `    ${line}: ${shorten(was)} → ${shorten(is)}`)
  return [`${percent(noticed, mutants).padStart(5)} ${file} (${noticed} of ${mutants})`, ...lines].join('\n')
}

const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 70)
const percent = (part: number, whole: number) => `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`

await mutate(process.argv.slice(2))
