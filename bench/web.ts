/**
 * `npm run bench:web -- --runs 5`: the pages of the demo library on a phone with slow 4G, measured by Lighthouse (npm, installed when first
 * needed). Prints the median of the runs of each page. Then the response times of all actions (`bench:taps`), and the frame times of
 * scrolling a long list. Needs Chromium and an idle machine.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npm, root } from '../scripts/run.mjs'
import { readNumber } from './arguments.ts'
import { printResult, printTable, quantile } from './report.ts'
import { judgeScroll } from './scroll.ts'
import { judgeTaps } from './taps-table.ts'

const version = '13.5.0'
const folder = join(root, '.cache', 'lighthouse')
const cli = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
const chromeFlags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const pages = [
  { path: '/', minPerformance: 0.92 },
  { path: '/works', minPerformance: 0.9 },
  { path: '/work/RJ90000001', minPerformance: 0.92 },
]
/** Limits of LCP in milliseconds and of CLS. */
const maxima = { paintMs: 2_500, shift: 0.01 }

const runs = readNumber('runs') ?? 5
if (!existsSync(cli)) {
  await npm(
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${version}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
}
const data = await mkdtemp(join(tmpdir(), 'koedana-bench-web-'))
const demo = spawn(process.execPath, [join(root, 'scripts', 'demo.ts')], {
  env: { ...process.env, DATA_DIR: data, PORT: '0', RATE_LIMITS: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const origin = await originOf(demo)
  for (const page of pages) await judge(origin, page)
} finally {
  const ended = new Promise((resolve) => demo.once('exit', resolve))
  demo.kill('SIGTERM')
  await ended
  await rm(data, { recursive: true, force: true })
}
await judgeTaps({ runs, rates: [1, 4] })
await judgeScroll(runs)

async function judge(origin: string, { path, minPerformance }: (typeof pages)[number]): Promise<void> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run++) reports.push(await audit(`${origin}${path}`))
  const median = (read: (report: Report) => number) => quantile(reports.map(read), 0.5)
  const score = (category: keyof Report['categories']) => median((one) => one.categories[category].score)
  const figure = (id: keyof Report['audits']) => median((one) => one.audits[id].numericValue)
  const performance = score('performance')
  const paintMs = figure('largest-contentful-paint')
  const shift = figure('cumulative-layout-shift')
  printTable(`${path}, the median of ${runs}`, [
    {
      performance,
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      'FCP ms': Math.round(figure('first-contentful-paint')),
      'LCP ms': Math.round(paintMs),
      'TBT ms': Math.round(figure('total-blocking-time')),
      CLS: shift.toFixed(3),
      kB: Math.round(figure('total-byte-weight') / 1000),
    },
  ])
  const isWhole = score('accessibility') === 1 && score('best-practices') === 1
  const isQuick = performance >= minPerformance && paintMs <= maxima.paintMs && shift <= maxima.shift
  printResult({ bar: `web ${path}`, ratio: performance / minPerformance, holds: isWhole && isQuick })
}

type Score = Readonly<{ score: number }>
type Figure = Readonly<{ numericValue: number }>
interface Report {
  readonly categories: Readonly<Record<'performance' | 'accessibility' | 'best-practices', Score>>
  readonly audits: Readonly<
    Record<
      | 'first-contentful-paint'
      | 'largest-contentful-paint'
      | 'cumulative-layout-shift'
      | 'total-blocking-time'
      | 'total-byte-weight',
      Figure
    >
  >
}

/** A run fails if the browser was too busy to record the start of navigation (`NO_NAVSTART`). */
const maxTries = 4

async function audit(url: string, tries = 1): Promise<Report> {
  try {
    return await auditOnce(url)
  } catch (cause) {
    if (tries === maxTries) throw cause
    return audit(url, tries + 1)
  }
}

async function auditOnce(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      '--output=json',
      '--quiet',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=${chromeFlags}`,
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH }, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout)
}

function originOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const origin = /Koedana is at (http:\S+)/.exec(output)?.[1]
      if (origin) resolve(origin)
    })
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}: ${output}`)))
  })
}
