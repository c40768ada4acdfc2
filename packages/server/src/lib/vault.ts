/**
 * Seals what has to be read again and must not lie in clear: AES-256-GCM under a key that is not in the database. What
 * only has to be compared is not sealed but hashed.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { UsageError } from './app-error.ts'

export interface Vault {
  /** Another text each time; opened for the same purpose alone. */
  readonly seal: (text: string, purpose: string) => string
  /** What was never sealed is answered as it is. Throws a `UsageError` for what was sealed with another key. */
  readonly open: (stored: string, purpose: string) => string
  /** The same text each time, by which what is sealed is found. */
  readonly digest: (text: string, purpose: string) => string
}

/** No text of ours begins so. */
const mark = 'sealed1.'
const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

export const isSealed = (stored: string): boolean => stored.startsWith(mark)

/** A vault over a key that nobody guesses: 32 random bytes, or a text as long. */
export function createVault(key: string): Vault {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `koedana ${use}`, 32))
  const [sealing, digesting] = [derived('seal'), derived('digest')]
  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, sealing, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return mark + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (stored, purpose) => {
      if (!isSealed(stored)) return stored
      const bytes = Buffer.from(stored.slice(mark.length), 'base64url')
      const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
      try {
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
  'The secrets in this database were sealed with another key. Put its secret.key back into the data folder, or set SECRET_KEY as it was; docs/operating.md says what to do where it is lost.'
