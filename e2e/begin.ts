/** Data folders that journeys begin with: each is made once before all of them, and every journey takes a copy. */
import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { coverSizes } from '@koedana/contract/values.ts'
import { type DemoShelf, writeDemoShelf } from '@koedana/fakes/demo/write-demo-shelf.ts'
import { makeAvif } from '@koedana/server/features/library/covers/make-avif.ts'
import { markFile } from '@koedana/server/features/library/scan/storage-mark.ts'
import { startKeeper, stopKeeper } from '@koedana/server/testing/start-keeper.ts'
import Database from 'better-sqlite3'
import { type DataFolder, folderVariable, temporaryFolder } from './server.ts'

const prepareDemo = fileURLToPath(new URL('../scripts/prepare-demo.ts', import.meta.url))

/** The name of the folder of the demo shelf within a data folder. */
const shelfFolder = 'shelf'

type Make = (folder: string) => Promise<void>

/** Fills a data folder with the whole demo shelf. */
export async function makeDemo(folder: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder }
  await promisify(execFile)(process.execPath, [prepareDemo], { env })
  await makeSmallCovers(join(folder, 'covers'))
}

/** Every server would make the AVIF of each cover that it shows: those of grids are made once. */
async function makeSmallCovers(coversFolder: string): Promise<void> {
  for (const id of await readdir(coversFolder))
    for (const version of await readdir(join(coversFolder, id)))
      await makeAvif({ folder: join(coversFolder, id, version), width: Math.min(...coverSizes) })
}

/** Writes the demo shelf, or copies the one that was made before all journeys, without the mark of a scan. */
export async function shelfIn(folder: string): Promise<DemoShelf> {
  const made = process.env[folderVariable]
  const filter = (path: string) => basename(path) !== markFile
  if (made) await cp(join(made, 'demo', shelfFolder), folder, { recursive: true, filter })
  return writeDemoShelf(folder)
}

/** Returns a data folder with the whole demo shelf. */
export const demoFolder = (): Promise<DataFolder> => beginWith('demo', makeDemo)

/** Returns a data folder of its own: a copy of the one that was made under this name, or made now if none was. */
export async function beginWith(name: string, make: Make): Promise<DataFolder> {
  const folder = await temporaryFolder()
  await fill(folder.path, name, make)
  return folder
}

/** The server starts with a copy of what was made under this name, or with what is made now if nothing was. */
export async function fill(folder: string, name: string, make: Make): Promise<void> {
  const made = process.env[folderVariable]
  if (made) copyFolder(join(made, name), folder)
  else await make(folder)
}

/**
 * Makes these folders for all journeys, each able to begin with those before it; the returned function removes them, and what
 * journeys have left. Killed, they are removed as well.
 */
export async function makeBeforeAll(makes: Readonly<Record<string, Make>>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-journeys-'))
  const keeper = startKeeper({ folder })
  process.env[folderVariable] = folder
  for (const [name, make] of Object.entries(makes)) await make(join(folder, name))
  return () => stopKeeper(keeper)
}

/** Times of files come along, or a scan would find every one of them changed. */
function copyFolder(from: string, to: string): void {
  const copied = { recursive: true, preserveTimestamps: true }
  for (const name of readdirSync(from))
    if (name !== shelfFolder) cpSync(join(from, name), join(to, name), copied)
  linkShelf(join(from, shelfFolder), join(to, shelfFolder))
  const database = new Database(join(to, 'koedana.sqlite'))
  database.prepare('update storage set root = replace(root, ?, ?)').run(from, to)
  database.close()
}

/**
 * Each file of a shelf is there under a second name, which a journey may remove or rename as it likes: nobody changes what is
 * in it, apart from the mark of a scan. To copy 44 MB took ten times as long.
 */
function linkShelf(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkShelf(source, target)
    else if (entry.name === markFile) copyFileSync(source, target)
    else linkSync(source, target)
  }
}
