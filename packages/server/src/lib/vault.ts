/**
 * Seals secrets that have to be read again: AES-256-GCM under a key for each purpose, which HKDF (RFC 5869) derives from a
 * key that is not in the database. Secrets that only have to be compared are hashed instead.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './app-error.ts'
import { newId, newToken } from './ids.ts'

export interface Vault {
  /** Another text each time; opened for the same purpose alone. */
  readonly seal: (text: string, purpose: string) => string
  /** Returns what was never sealed as it is. Throws a `UsageError` for what was sealed with another key. */
  readonly open: (stored: string, purpose: string) => string
  /** Returns the same text each time, by which what is sealed is found. */
  readonly digest: (text: string, purpose: string) => string
}

/** No other text of ours begins so. */
const mark = 'sealed2.'
/** Texts from before each purpose had a key of its own. They are opened, and sealed anew when they are next written. */
const oldMark = 'sealed1.'
const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

export const isSealed = (stored: string): boolean => stored.startsWith(mark) || stored.startsWith(oldMark)

/** Returns a vault over a key that nobody guesses: 32 random bytes, or a text as long. */
export function createVault(key: string): Vault {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `koedana ${use}`, 32))
  const [oldSealing, digesting] = [derived('seal'), derived('digest')]
  const sealingFor = (purpose: string) => derived(`seal ${purpose}`)
  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, sealingFor(purpose), nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return mark + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (stored, purpose) => {
      if (!isSealed(stored)) return stored
      const bytes = Buffer.from(stored.slice(mark.length), 'base64url')
      const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
      try {
        const sealing = stored.startsWith(mark) ? sealingFor(purpose) : oldSealing
        const decipher = createDecipheriv(algorithm, sealing, nonce, { authTagLength: tagBytes })
        decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
        const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new UsageError(anotherKey, { cause })
      }
    },
    digest: (text, purpose) =>
      createHmac('sha256', digesting)
        .update(JSON.stringify([purpose, text]))
        .digest('base64url'),
  }
}

const anotherKey =
  'The secrets in this database were sealed with another key. Restore its secret.key in the data folder, or set SECRET_KEY to its previous value. If the key is lost, see "Lost key" in docs/operate.md.'

/** Returns the key of the vault, beside the database and never in it: a copy of the database alone opens nothing. */
export const keyFile = (folder: string): string => join(folder, 'secret.key')

/** Returns undefined if there is none. Throws a `UsageError` if what lies there is no key. */
export async function findKey(folder: string, path = keyFile(folder)): Promise<string | undefined> {
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

/** Keys made here are longer. */
const shortestKey = 32

/** Makes the key on first use; of several who make it at once, all get the same, and none reads half of it. */
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
