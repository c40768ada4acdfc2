/** `npm run bench:start -- --works N`: from nothing running to ready, the index built from the database. */
import { readArguments } from './arguments.ts'
import { filledFolder } from './fill-sqlite.ts'
import { printResult, printTable, quantile } from './report.ts'
import { serveFolder } from './served.ts'

const runs = 5

const { works, min } = readArguments()
const folder = await filledFolder(works)
const samples: number[] = []
for (let run = 0; run < runs; run++) {
  const served = await serveFolder(folder)
  samples.push(served.readyMs)
  await served.stop()
}
const boundMs = works >= 1_000_000 ? 10_000 : 3_000
const medianMs = quantile(samples, 0.5)
printTable(`Start to ready, ${works} works, ${runs} starts`, [
  { figure: 'fastest', seconds: (quantile(samples, 0) / 1000).toFixed(2) },
  { figure: 'median', seconds: (medianMs / 1000).toFixed(2) },
  { figure: 'slowest', seconds: (quantile(samples, 1) / 1000).toFixed(2) },
  { figure: 'bound', seconds: (boundMs / 1000).toFixed(2) },
])
printResult({
  bar: `start-cold-${works}`,
  ratio: boundMs / medianMs,
  holds: boundMs / medianMs >= (min ?? 1),
})
