/** `npm run demo`: the product on a shelf of invented works. No configuration, no network, its own data folder. */
import { join, resolve } from 'node:path'
import { writeDemoShelf } from '@koedana/fakes/demo/write-demo-shelf.ts'
import { runCommand } from '@koedana/server/cli.ts'
import { withDatabase } from '@koedana/server/commands/with-database.ts'
import { readConfig } from '@koedana/server/config.ts'
import { importCovers } from '@koedana/server/features/library/covers/import-covers.ts'

const environment = { ...process.env, DATA_DIR: resolve(process.env.DATA_DIR ?? 'demo-data') }
const shelf = join(environment.DATA_DIR, 'shelf')

console.log('Preparing the demo shelf …')
await writeDemoShelf(shelf)
await succeed('import', join(shelf, 'feed.jsonl'))
await takeCovers()
await succeed('scan', join(shelf, 'library'), '--age', 'all')
process.exitCode = await runCommand(['serve'], environment)

async function succeed(...args: string[]): Promise<void> {
  const code = await runCommand(args, environment)
  if (code !== 0) process.exit(code)
}

function takeCovers() {
  const config = readConfig(environment)
  const coversFolder = join(config.dataFolder, 'covers')
  return withDatabase(config, (database) =>
    importCovers({ database, folder: join(shelf, 'covers'), coversFolder, now: () => new Date() }),
  )
}
