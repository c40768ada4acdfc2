/**
 * `npm run bench:house`: how easily the source code can be read. Prints file lengths, the number of imports between files, and how many
 * files a filter and a played byte pass through, next to the earlier figures.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { filesOfWalk, walks } from '../scripts/architecture-walks.ts'
import { cruiseRepository } from '../scripts/cruise.ts'
import { printResult, printTable, quantile } from './report.ts'
import { readSources } from './source-imports.ts'

/** Kysely and bulletproof-react have 52 imports per 1,000 lines: about one jump to another file in twenty lines. */
const maxImports = 52
const maxFilesOfFilter = 12
const maxFileLines = 300

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSources(root)
const lengths = sources.map(({ nonBlankLines }) => nonBlankLines)
const lines = sources.reduce((sum, source) => sum + source.lines, 0)
const importsPerThousand = (1000 * sources.reduce((sum, { imports }) => sum + imports.length, 0)) / lines
const importers = Map.groupBy(
  sources.flatMap(({ path, imports }) => [...new Set(imports)].map((to) => ({ from: path, to }))),
  ({ to }) => to,
)
const withOneImporter = sources.filter(({ path }) => importers.get(path)?.length === 1).length
const longest = Math.max(...lengths)
const architecture = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8')
const filesOfFilter = filesOfWalk(architecture, walks.filter).length
const filesOfPlayedByte = filesOfWalk(architecture, walks.playedByte).length
const circles = await countCircles()

printTable('The sources of the packages, without tests', [
  row('files', sources.length, '915', ''),
  row('median length, lines', quantile(lengths, 0.5), '', ''),
  row('90 % are no longer than', quantile(lengths, 0.9), '', ''),
  row('longest', longest, '', maxFileLines),
  row('imports per 1,000 lines', importsPerThousand.toFixed(1), '71', maxImports),
  row('files with one importer', withOneImporter, '433', ''),
  row('files a filter passes', filesOfFilter, '26', maxFilesOfFilter),
  row('files a played byte passes', filesOfPlayedByte, '', ''),
  row('circles', circles, '', 0),
])
const isShort = filesOfFilter > 0 && filesOfFilter <= maxFilesOfFilter && longest <= maxFileLines
printResult({
  bar: 'house',
  ratio: maxImports / importsPerThousand,
  holds: importsPerThousand <= maxImports && isShort && circles === 0,
})

function row(figure: string, now: string | number, before: string, bound: string | number) {
  return { figure, now, before, bound }
}

/** Counts circles of modules and of features. */
async function countCircles(): Promise<number> {
  process.chdir(root)
  const { violations } = await cruiseRepository(['packages'])
  return violations.filter(({ rule }) => rule === 'no-circles' || rule === 'no-circle-between-features')
    .length
}
