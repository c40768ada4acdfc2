/** Who calls, as the parameters of a request say it. */
import { AppError } from '../../../lib/app-error.ts'
import type { DoorCredential } from '../door-access.ts'
import type { Query } from './params.rules.ts'

/** Throws `unauthenticated` where nothing does, and `conflict` where two ways do. */
export function credentialOf({ u: username, p, t: hash, s: salt, apiKey }: Query): DoorCredential {
  if (apiKey !== undefined) {
    if (username !== undefined) throw new AppError('conflict')
    return { kind: 'secret', secret: apiKey }
  }
  if (username === undefined || username === '') throw new AppError('unauthenticated')
  if (hash !== undefined && salt !== undefined) return { kind: 'salted', username, hash, salt }
  if (p === undefined) throw new AppError('unauthenticated')
  return { kind: 'password', username, password: plain(p) }
}

/** `enc:` is in front of the hexadecimal bytes of a password, which hides it from a glance. */
const plain = (password: string): string =>
  /^enc:(?:[0-9a-f]{2})*$/i.test(password) ? Buffer.from(password.slice(4), 'hex').toString() : password
