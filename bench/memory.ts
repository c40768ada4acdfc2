/** `npm run bench:memory -- --works N [--covers C]`: what the server keeps resident at rest, and at most while it rebuilds. Linux. */
import { readArguments } from './arguments.ts'
import { filledFolder } from './fill-sqlite.ts'
import { rebuildingBytes } from './rebuilding.ts'
import { mebibytes, printResult, printTable } from './report.ts'
import { measureCovers } from './scan-covers.ts'
import { serveFolder } from './served.ts'

const mebibyte = 1024 ** 2

const { works, min, covers } = readArguments()
await (covers === undefined ? measureRebuild() : measureCovers(works, covers))

async function measureRebuild(): Promise<void> {
  const folder = await filledFolder(works)
  const served = await serveFolder(folder)
  const { idle, peak } = await rebuildingBytes(served, { folder })
  await served.stop()

  const bounds = works >= 1_000_000 ? { idle: 700, peak: 1_200 } : { idle: 250, peak: 400 }
  printTable(`Resident memory, ${works} works`, [
    { state: 'at rest', resident: mebibytes(idle), bound: `${bounds.idle} MiB` },
    { state: 'rebuilding, at most', resident: mebibytes(peak), bound: `${bounds.peak} MiB` },
  ])
  const ratio = Math.min((bounds.idle * mebibyte) / idle, (bounds.peak * mebibyte) / peak)
  printResult({ bar: `memory-${works}`, ratio, holds: ratio >= (min ?? 1) })
}
