/** The key of the vault, beside the database and never in it: a copy of the database alone opens nothing. */
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './app-error.ts'
import { newId, newToken } from './ids.ts'

export const keyFile = (folder: string): string => join(folder, 'secret.key')

/** Undefined where there is none. Throws a `UsageError` where what lies there is no key. */
export async function findKey(folder: string): Promise<string | undefined> {
  const path = keyFile(folder)
  const known = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new UsageError(`The key ${path} cannot be read: ${cause.message}.`, { cause })
  })
  const key = known?.trim()
  if (key !== undefined && key.length < shortestKey) {
    throw new UsageError(`${path} is cut off: put back the secret.key that belongs to this database.`)
  }
  return key
}

/** Those made here are longer. */
const shortestKey = 32

/** Made on first use; of several who make it at once, all get the same, and none reads half of it. */
export async function keyIn(folder: string): Promise<string> {
  const path = keyFile(folder)
  const known = await findKey(folder)
  if (known !== undefined) return known
  const made = `${path}.${newId()}`
  await writeFile(made, newToken(), { mode: 0o600, flag: 'wx' })
  await link(made, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made)
  return (await readFile(path, 'utf8')).trim()
}
