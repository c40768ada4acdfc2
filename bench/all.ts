/**
 * `npm run bench [-- NAME…]`: runs all benchmarks, or the named ones, one after another, with the sizes that their thresholds apply to.
 * Ends with a table of all thresholds. Takes more than an hour and needs an otherwise idle machine.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../scripts/run.mjs'
import { printResult, printTable, type Result } from './report.ts'

const [small, large] = ['100000', '1000000']

const benches: readonly (readonly [name: string, ...args: string[]])[] = [
  ['house'],
  ...[small, large].flatMap((works) =>
    ['list', 'facets', 'ranks', 'search', 'similar', 'deep', 'start', 'memory', 'http', 'edit'].map(
      (name) => [name, '--works', works] as const,
    ),
  ),
  ['list', '--works', large, '--personal', '2000'],
  ['http', '--works', small, '--mix', 'facets'],
  ['http', '--works', small, '--mix', 'search'],
  ['edit', '--works', small, '--beside', 'import'],
  ['edit', '--works', small, '--beside', 'merge'],
  ['import', '--works', small],
  ['import', '--works', small, '--engine', 'postgres'],
  ['engines', '--works', large],
  ['scale', '--works', small],
  ['home', '--works', small],
  ['places', '--listeners', '10000'],
  ['soak', '--works', small, '--minutes', '4'],
  ['scan', '--files', '200000'],
  ['stream'],
  ['lyrics'],
  ['login'],
  ['tasks'],
  ['drives'],
  ['doors', '--works', small],
  ['web'],
]

interface Measurement {
  readonly command: string
  readonly results: readonly Result[]
  readonly minutes: number
}

const wanted = new Set(process.argv.slice(2))
const measured: Measurement[] = []
for (const [name, ...args] of benches) {
  if (wanted.size === 0 || wanted.has(name)) measured.push(await measure(name, args))
}
const rows = measured.flatMap(({ command, results, minutes }) =>
  results.map(({ bar, ratio, holds }) => ({
    bench: command,
    bar,
    ratio,
    holds: holds ? 'yes' : 'NO',
    minutes: minutes.toFixed(1),
  })),
)
printTable('Every bar', rows)
const passed = rows.filter(({ holds }) => holds === 'yes').length
printResult({ bar: 'all', ratio: passed / rows.length, holds: passed === rows.length && rows.length > 0 })

/** Runs a benchmark; one that ends without a result counts as failed. */
async function measure(name: string, args: readonly string[]): Promise<Measurement> {
  const command = [name, ...args].join(' ')
  console.log(`\n${command}`)
  const beganMs = performance.now()
  const task = name === 'web' ? 'bench-browser' : 'bench'
  const child = spawn(process.execPath, [join(root, 'scripts', 'launch.mjs'), task, name, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  const found = [...output.matchAll(/^RESULT (.*)$/gm)].map(([, text]): Result => JSON.parse(text ?? ''))
  const failed = code !== 0 && found.every(({ holds }) => holds)
  const results = failed || found.length === 0 ? [...found, { bar: 'ended', ratio: 0, holds: false }] : found
  return { command, results, minutes: (performance.now() - beganMs) / 60_000 }
}
