/** Fills a data folder with the demo library, using the same commands as a user. */
import { join } from 'node:path'
import { writeDemoShelf } from '@koedana/fakes/demo/write-demo-shelf.ts'
import { runCommand } from '@koedana/server/cli.ts'
import { withDatabase } from '@koedana/server/commands/with-database.ts'
import { readConfig } from '@koedana/server/config.ts'
import { importCovers } from '@koedana/server/features/library/covers/import-covers.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Prepares the demo in `DATA_DIR`. Existing content stays unchanged. */
export async function prepareDemo(environment: Environment): Promise<void> {
  const config = readConfig(environment)
  const shelf = await writeDemoShelf(join(config.dataFolder, 'shelf'))
  await succeed(environment, 'import', shelf.feedFile)
  const coversFolder = join(config.dataFolder, 'covers')
  await withDatabase(config, (database) =>
    importCovers({ database, folder: shelf.coversFolder, coversFolder, now: () => new Date() }),
  )
  await succeed(environment, 'scan', shelf.libraryFolder, '--age', 'all')
}

async function succeed(environment: Environment, ...args: string[]): Promise<void> {
  const code = await runCommand(args, environment)
  if (code !== 0) throw new Error(`koedana ${args.join(' ')} ended with ${code}`)
}

if (import.meta.main) await prepareDemo(process.env)
