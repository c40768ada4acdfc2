/** Where an old server keeps its database, and what its configuration says. */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from '../../lib/app-error.ts'
import type { OldFolder } from './carry-storages.ts'
import { jsonIn, listIn, recordIn, textIn } from './old-values.rules.ts'

export interface KikoeruFiles {
  readonly database: string
  readonly folders: readonly OldFolder[]
  /** What was hashed with every password; undefined where there is no configuration that says it. */
  readonly secret: string | undefined
  /** Undefined where none was found. */
  readonly config: string | undefined
}

/** Takes the folder of the server, or its database. Throws a `UsageError` where there is none. */
export async function findKikoeru(path: string): Promise<KikoeruFiles> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false
  const candidates = isFolder ? [join(path, 'sqlite', 'db.sqlite3'), join(path, 'db.sqlite3')] : [path]
  const found = await firstFile(candidates)
  const beside = isFolder ? [path, dirname(path)] : [dirname(path), dirname(dirname(path))]
  const config = await firstFile(
    beside.flatMap((one) => [join(one, 'config', 'config.json'), join(one, 'config.json')]),
  )
  const said = config === undefined ? {} : recordIn(jsonIn(await readFile(config, 'utf8')))
  if (found === undefined) {
    const isElsewhere = textIn(said.sqliteType) === 'mysql' || textIn(said.databaseType) === 'mysql'
    throw new UsageError(
      isElsewhere
        ? 'This server keeps its data in MySQL, which is not read here: export it to SQLite first.'
        : `There is no database of a kikoeru server at ${candidates.join(' or ')}.`,
    )
  }
  const folders = listIn(said.rootFolders).flatMap((one) => {
    const { name, path: folder } = recordIn(one)
    const [named, at] = [textIn(name), textIn(folder)]
    return named === undefined || at === undefined ? [] : [{ name: named, path: at }]
  })
  return {
    database: found,
    folders,
    secret: typeof said.md5secret === 'string' ? said.md5secret : undefined,
    config,
  }
}

async function firstFile(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) return path
  }
  return undefined
}
