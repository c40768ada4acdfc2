/** `koedana scan PATH --age all|r15|r18 [--accept-loss]`: scans a folder of works. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AgeCategory } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import type { ScanInput } from '../features/library/scan/scan.ts'
import { scanStorage } from '../features/library/scan/scan-storage.ts'
import { findIsOn } from '../features/library/scan/storages.store.ts'
import { UsageError } from '../lib/app-error.ts'
import { givenPath, withDatabase } from './with-database.ts'

export async function scan(config: Config, args: readonly string[]): Promise<number> {
  const order = readArguments(args)
  return withDatabase(config, async (database) => {
    if ((await findIsOn(database.read, order.root)) === false) {
      throw new UsageError(
        `${order.root} is a storage that was switched off: switch it on at /admin/storages first.`,
      )
    }
    const summary = await scanStorage({
      database,
      ...order,
      coversFolder: join(config.dataFolder, 'covers'),
      dataFolder: config.dataFolder,
      now: () => new Date(),
      report: (line) => console.log(line),
    })
    return summary.state === 'mounted' && summary.tracks.held === 0 ? 0 : 1
  })
}

function readArguments(
  args: readonly string[],
): Pick<ScanInput, 'root' | 'unknownAge'> & { acceptsLoss: boolean } {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { age: { type: 'string' }, 'accept-loss': { type: 'boolean' } },
  })
  const [root] = positionals
  const age = v.safeParse(AgeCategory, values.age)
  if (root === undefined) throw new UsageError('Which folder? koedana scan PATH --age all|r15|r18')
  if (!age.success) {
    throw new UsageError(
      'How old must one be for works that no source knows? Add --age all, --age r15 or --age r18.',
    )
  }
  const path = givenPath(root)
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`${path} is a file, not a folder.`)
  }
  return {
    root: path,
    unknownAge: age.output,
    acceptsLoss: values['accept-loss'] === true,
  }
}
