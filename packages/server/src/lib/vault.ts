/**
 * Encrypts secrets that must be read again: AES-256-GCM with one key per purpose, derived by HKDF (RFC 5869) from a key outside the
 * database. Secrets that are only compared are hashed instead.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './app-error.ts'
import { newId, newToken } from './ids.ts'

export interface Vault {
  /** Encrypts with a random nonce, so the result differs each time. It can be opened only for the same purpose. */
  readonly seal: (text: string, purpose: string) => string
  /** Decrypts a sealed text; returns other texts unchanged. Throws a `UsageError` if another key sealed it. */
  readonly open: (stored: string, purpose: string) => string
  /** Returns a deterministic keyed digest, to look up sealed values. */
  readonly digest: (text: string, purpose: string) => string
}

/** No other stored text begins with this prefix. */
const sealPrefix = 'sealed2.'
/** Texts from before each purpose had its own key. They can be opened, and are sealed again when next written. */
const oldSealPrefix = 'sealed1.'
const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

export const isSealed = (stored: string): boolean =>
  stored.startsWith(sealPrefix) || stored.startsWith(oldSealPrefix)

/** Creates a vault from 32 random bytes or a secret text of equal strength. */
export function createVault(key: string): Vault {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `koedana ${use}`, 32))
  const [oldSealing, digesting] = [derived('seal'), derived('digest')]
  const sealingFor = (purpose: string) => derived(`seal ${purpose}`)
  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, sealingFor(purpose), nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return sealPrefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (stored, purpose) => {
      if (!isSealed(stored)) return stored
      const bytes = Buffer.from(stored.slice(sealPrefix.length), 'base64url')
      const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
      try {
        const sealing = stored.startsWith(sealPrefix) ? sealingFor(purpose) : oldSealing
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

/** Returns the path of the key file. The key is never in the database, so a copy of the database reveals no secrets. */
export const keyFilePath = (folder: string): string => join(folder, 'secret.key')

/** Returns undefined if there is no key file. Throws a `UsageError` if the file is unreadable or too short. */
export async function readKey(folder: string, path = keyFilePath(folder)): Promise<string | undefined> {
  const known = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new UsageError(`The key ${path} cannot be read: ${cause.message}.`, { cause })
  })
  const key = known?.trim()
  if (key !== undefined && key.length < minKeyLength) {
    throw new UsageError(`${path} is cut off: put back the secret.key that belongs to this database.`)
  }
  return key
}

/** Minimum characters of a key. Generated keys are longer. */
const minKeyLength = 32

/** Returns the key, and creates it on first use. Concurrent callers all get the same complete key. */
export async function readOrCreateKey(folder: string): Promise<string> {
  const path = keyFilePath(folder)
  const known = await readKey(folder)
  if (known !== undefined) return known
  const made = `${path}.${newId()}`
  await writeFile(made, newToken(), { mode: 0o600, flag: 'wx' })
  await link(made, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(made)
  return (await readFile(path, 'utf8')).trim()
}
