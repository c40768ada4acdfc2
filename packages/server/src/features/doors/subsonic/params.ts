/** Reads required parameters: IDs and credentials. */
import { AppError } from '../../../lib/app-error.ts'
import type { DoorCredential } from '../door-access.ts'
import { type ParsedId, parseId, type Query } from './params.rules.ts'

/** Throws `notFound` if the text cannot be an ID. */
export function readId(text: string): ParsedId {
  const named = parseId(text)
  if (!named) throw new AppError('notFound')
  return named
}

/** Throws `malformed`, which becomes the protocol's "required parameter is missing". */
export function requiredParam(query: Query, name: string): string {
  const text = query[name]
  if (text === undefined || text === '') throw new AppError('malformed')
  return text
}

/** Returns an ID that must be of one of these kinds. */
export function requiredId(query: Query, name: string, allowed: readonly ParsedId['kind'][]): ParsedId {
  const named = readId(requiredParam(query, name))
  if (!allowed.includes(named.kind)) throw new AppError('notFound')
  return named
}

/** Throws `unauthenticated` without a credential, and `conflict` with two kinds of credentials. */
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

/** Decodes a password. The prefix `enc:` marks hexadecimal bytes, which only obfuscate it. */
const plain = (password: string): string =>
  /^enc:(?:[0-9a-f]{2})*$/i.test(password) ? Buffer.from(password.slice(4), 'hex').toString() : password
