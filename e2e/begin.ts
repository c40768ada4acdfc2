/** Data folders for journeys. Each is created once before all journeys, and every journey gets a copy. */
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
import { startCleanupProcess, stopCleanupProcess } from '@koedana/server/testing/start-cleanup-process.ts'
import Database from 'better-sqlite3'
import { type DataFolder, folderVariable, temporaryFolder } from './server.ts'

const prepareDemo = fileURLToPath(new URL('../scripts/prepare-demo.ts', import.meta.url))

/** Name of the demo library's folder inside a data folder. */
const shelfFolder = 'shelf'

type Make = (folder: string) => Promise<void>

export async function makeDemo(folder: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder }
  await promisify(execFile)(process.execPath, [prepareDemo], { env })
  await makeSmallCovers(join(folder, 'covers'))
}

/** Creates the AVIF files of grid covers once; otherwise every server would create them again. */
async function makeSmallCovers(coversFolder: string): Promise<void> {
  for (const id of await readdir(coversFolder))
    for (const version of await readdir(join(coversFolder, id)))
      await makeAvif({ folder: join(coversFolder, id, version), width: Math.min(...coverSizes) })
}

/** Writes the demo library, or copies the one that was created before all journeys, without the marker file of a scan. */
export async function shelfIn(folder: string): Promise<DemoShelf> {
  const made = process.env[folderVariable]
  const filter = (path: string) => basename(path) !== markFile
  if (made) await cp(join(made, 'demo', shelfFolder), folder, { recursive: true, filter })
  return writeDemoShelf(folder)
}

export const demoFolder = (): Promise<DataFolder> => beginWith('demo', makeDemo)

/** Returns a new data folder: a copy of the one that was created under this name, or one that `make` fills now. */
export async function beginWith(name: string, make: Make): Promise<DataFolder> {
  const folder = await temporaryFolder()
  await fill(folder.path, name, make)
  return folder
}

export async function fill(folder: string, name: string, make: Make): Promise<void> {
  const made = process.env[folderVariable]
  if (made) copyFolder(join(made, name), folder)
  else await make(folder)
}

/**
 * Creates these folders for all journeys; each may copy those before it. The returned function removes them and all leftovers of
 * journeys. They are also removed if the process is killed.
 */
export async function makeBeforeAll(makes: Readonly<Record<string, Make>>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-journeys-'))
  const keeper = startCleanupProcess({ folder })
  process.env[folderVariable] = folder
  for (const [name, make] of Object.entries(makes)) await make(join(folder, name))
  return () => stopCleanupProcess(keeper)
}

/** Modification times are kept; otherwise a scan would see every file as changed. */
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
 * Hard-links the audio files: copying 44 MB took ten times as long. Journeys rename or remove them, but never change their content,
 * except for the marker file of a scan.
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
