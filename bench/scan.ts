/**
 * `npm run bench:scan -- --files N`, or `--works N`: a library of ten files per work, scanned first and again, against `find` over it.
 * Linux only.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import * as v from 'valibot'
import { serverEnvironment, serverFlags } from '../scripts/server-process.mjs'
import { readArguments, readNumber } from './arguments.ts'
import { mebibytes, printResult, printTable } from './report.ts'

const filesPerWork = 10
const runs = 3
/** Maximum ratio of a scan without changes to `find -printf`. */
const maxRatioToFind = 4
const maxMib = 350

const ScanOutput = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ scanMs: v.number(), peakBytes: v.number(), added: v.number() }),
)

const { works: requests, min } = readArguments()
const files = readNumber('files') ?? requests * filesPerWork
const works = Math.ceil(files / filesPerWork)
const folder = mkdtempSync(join(tmpdir(), 'koedana-bench-'))
const root = join(folder, 'root')
const data = join(folder, 'data')
try {
  mkdirSync(data)
  writeShelf()
  const first = scan()
  if (first.added !== files) throw new Error(`${first.added} of ${files} files were taken in`)
  const again = Array.from({ length: runs }, () => ({ findMs: find(), ...scan() }))
  const best = Math.min(...again.map(({ scanMs, findMs }) => scanMs / findMs))
  const peak = Math.max(first.peakBytes, ...again.map(({ peakBytes }) => peakBytes))
  printTable(`A scan of ${files} files in ${works} works`, [
    { scan: 'first', seconds: seconds(first.scanMs), 'times find': '', peak: mebibytes(first.peakBytes) },
    ...again.map(({ scanMs, findMs, peakBytes }) => ({
      scan: 'nothing new',
      seconds: seconds(scanMs),
      'times find': (scanMs / findMs).toFixed(1),
      peak: mebibytes(peakBytes),
    })),
  ])
  const ratio = Math.min((min ?? maxRatioToFind) / best, (maxMib * 1024 ** 2) / peak)
  printResult({ bar: `scan-${files}`, ratio, holds: ratio >= 1 })
} finally {
  rmSync(folder, { recursive: true })
}

function writeShelf(): void {
  for (let work = 0; work < works; work += 1) {
    const path = join(root, `circle ${work % 100}`, `[circle] RJ${10_000_000 + work} a work`)
    mkdirSync(path, { recursive: true })
    for (let file = 0; file < Math.min(filesPerWork, files - work * filesPerWork); file += 1) {
      const name = `${String(file + 1).padStart(2, '0')} a part of it.wav`
      writeFileSync(join(path, name), encodeWav(composeSound(`${work} ${file}`, 0.01)))
    }
  }
}

function scan() {
  const script = fileURLToPath(new URL('./scan-once.ts', import.meta.url))
  const env = { ...serverEnvironment, ...process.env }
  const output = execFileSync(process.execPath, [...serverFlags, script, data, root], {
    encoding: 'utf8',
    env,
  })
  return v.parse(ScanOutput, output)
}

function find(): number {
  const started = performance.now()
  execFileSync('find', [root, '-printf', '%p %s %T@\\n'], { stdio: ['ignore', 'ignore', 'inherit'] })
  return performance.now() - started
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}
