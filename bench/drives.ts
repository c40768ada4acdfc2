/**
 * `npm run bench:drives -- --files N [--call-ms 0]`: a drive with ten files per work. It is scanned first, then again by its change feed:
 * without changes, and with changes in one work of a hundred. The threshold applies to the number of calls. Memory is shown, and the time
 * at 200 ms per call with the provider's concurrency; with 50,000 files, a real first scan would take hours. `--call-ms` delays every
 * response.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import { startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { dropbox } from '@koedana/server/features/storages/drives/providers/dropbox.ts'
import * as v from 'valibot'
import { readNumber } from './arguments.ts'
import { mebibytes, printResult, printTable } from './report.ts'

const filesPerWork = 10
/** Maximum ratio of the calls of a rescan to those of the first scan. */
const maxCallShare = 0.01
/** Assumed duration of a call to a provider. */
const defaultMs = 200

const ScanOutput = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    scanMs: v.number(),
    peakBytes: v.number(),
    state: v.string(),
    added: v.number(),
    missing: v.number(),
    faultCount: v.number(),
  }),
)

const files = readNumber('files') ?? 50_000
const callMs = readNumber('call-ms') ?? 0
const works = Math.ceil(files / filesPerWork)
const data = mkdtempSync(join(tmpdir(), 'koedana-bench-'))
const server = await startDrives()
try {
  mkdirSync(join(data, 'covers'))
  const { tree } = server.providers.dropbox
  const put = (work: number, name: string, seed: string) =>
    tree.put(`shelf/circle ${work % 100}/[circle] RJ${10_000_000 + work} a work/${name}`, soundOf(seed))
  for (let file = 0; file < files; file += 1)
    put(
      Math.floor(file / filesPerWork),
      `${String((file % filesPerWork) + 1).padStart(2, '0')}.wav`,
      String(file),
    )
  server.slowBy(callMs)
  const first = await scan()
  if (first.added !== files || first.faultCount > 0)
    throw new Error(`${first.added} of ${files} files were taken in, ${first.faultCount} faults`)
  const again = await scan()
  // Reads of new files are not counted as calls of the change feed.
  for (let work = 0; work < works; work += 100) put(work, 'new.wav', `new ${work}`)
  const touched = await scan()
  if (touched.added !== Math.ceil(works / 100)) throw new Error(`${touched.added} new files were found`)
  const rows = { first, 'nothing new': again, 'one work in 100 has a new file': touched }
  printTable(
    `A drive of ${files} files in ${works} works, ${callMs} ms a call`,
    Object.entries(rows).map(([name, one]) => ({
      scan: name,
      seconds: (one.scanMs / 1000).toFixed(1),
      calls: one.calls,
      'of them by the feed': one.byFeed,
      'share of the first': `${((100 * one.calls) / first.calls).toFixed(3)} %`,
      'minutes at 200 ms a call': ((one.calls * defaultMs) / dropbox.facts.parallel / 60_000).toFixed(1),
      peak: mebibytes(one.peakBytes),
    })),
  )
  const ratio = (maxCallShare * first.calls) / again.calls
  printResult({ bar: `drives-${files}`, ratio, holds: ratio >= 1 })
} finally {
  await server.close()
  rmSync(data, { recursive: true })
}

function soundOf(seed: string): Uint8Array {
  return encodeWav(composeSound(seed, 0.01))
}

async function scan() {
  const script = fileURLToPath(new URL('./drives-once.ts', import.meta.url))
  const before = server.requests.length
  const { accessToken } = server.providers.dropbox.issuer.issue()
  const { stdout } = await promisify(execFile)(process.execPath, [script, data, server.url, accessToken])
  const requests = server.requests.slice(before)
  const feedCalls = requests.filter((one) => one.includes('cursor') || one.includes('/continue')).length
  return { ...v.parse(ScanOutput, stdout), calls: requests.length, byFeed: feedCalls }
}
