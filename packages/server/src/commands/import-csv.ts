/** `koedana import-csv FILE --user NAME`: marks that somebody kept in a spreadsheet. */
import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { rehearse } from '../db/rehearsal.ts'
import { importCsv } from '../features/migration/import-csv.ts'
import { linesOf } from '../features/migration/migration-report.ts'
import { UsageError } from '../lib/app-error.ts'
import { givenPath, withDatabase } from './with-database.ts'

const usage = 'koedana import-csv FILE --user NAME [--dry-run] [--json]'

/** Returns 0 also if lines were not matched: they are reported, and the rest is in. */
export async function importCsvFile(config: Config, args: readonly string[]): Promise<number> {
  const { path, username, isDry, isJson } = readArguments(args)
  const bytes = await readBounded(path)
  const report = await withDatabase(config, (database) => {
    const now = () => new Date()
    return isDry
      ? rehearse(database, (rehearsed) => importCsv({ database: rehearsed, bytes, username, now }))
      : importCsv({ database, bytes, username, now })
  })
  if (isJson) console.log(JSON.stringify({ dryRun: isDry, ...report }, undefined, 2))
  else {
    for (const line of linesOf(report)) console.log(line)
    if (isDry) console.log('Nothing was changed: this was a dry run.')
  }
  return 0
}

/** More than any list of twenty thousand lines with notes. */
const mostBytes = 256 * 1024 ** 2

async function readBounded(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`There is no file ${path} that can be read.`)
  if (found.size > mostBytes) throw new UsageError(`${path} is too large for a table of marks.`)
  return readFile(path).catch((cause: unknown) => {
    throw new UsageError(`There is no file ${path} that can be read.`, { cause })
  })
}

function readArguments(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { user: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0 || values.user === undefined) throw new UsageError(usage)
    return {
      path: givenPath(file),
      username: values.user,
      isDry: values['dry-run'] === true,
      isJson: values.json === true,
    }
  } catch (cause) {
    if (cause instanceof UsageError) throw new UsageError(`Which file, and whose marks? ${usage}`, { cause })
    throw new UsageError(`${cause instanceof Error ? cause.message : ''} ${usage}`.trim(), { cause })
  }
}
