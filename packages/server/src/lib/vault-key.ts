/** The key of the vault, beside the database and never in it: a copy of the database alone opens nothing. */
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId, newToken } from './ids.ts'

/** Made on first use; of several who make it at once, all get the same, and none reads half of it. */
export async function keyIn(folder: string): Promise<string> {
  const path = join(folder, 'secret.key')
  const known = await readFile(path, 'utf8').catch(orNone)
  if (known !== undefined) return known.trim()
  const made = `${path}.${newId()}`
  await writeFile(made, newToken(), { mode: 0o600, flag: 'wx' })
  await link(made, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made)
  return (await readFile(path, 'utf8')).trim()
}

function orNone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
