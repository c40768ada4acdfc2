/** `npm run bench:memory -- --works N [--covers C]`: resident memory of the server at rest, and its peak during a rebuild. Linux only. */
import { readArguments } from './arguments.ts'
import { serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { measureRebuildBytes } from './rebuild-memory.ts'
import { mebibytes, printResult, printTable } from './report.ts'
import { measureCovers } from './scan-covers.ts'
import { serverLimits } from './server-limits.ts'

const { works, min, covers } = readArguments()
await (covers === undefined ? measureRebuild() : measureCovers(works, covers))

async function measureRebuild(): Promise<void> {
  const folder = await filledFolder(works)
  const served = await serveFolder(folder)
  const { idle, peak } = await measureRebuildBytes(served, { folder })
  await served.stop()

  const { bytes: bounds } = serverLimits(works)
  printTable(`Resident memory, ${works} works`, [
    { state: 'at rest', resident: mebibytes(idle), bound: mebibytes(bounds.idle) },
    { state: 'rebuilding, at most', resident: mebibytes(peak), bound: mebibytes(bounds.peak) },
  ])
  const ratio = Math.min(bounds.idle / idle, bounds.peak / peak)
  printResult({ bar: `memory-${works}`, ratio, holds: ratio >= (min ?? 1) })
}
