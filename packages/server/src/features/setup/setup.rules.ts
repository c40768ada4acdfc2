/** Who may set the server up without its code, and the code. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '../../lib/private-address.rules.ts'
import { isForwarded } from '../settings/listening.rules.ts'

/**
 * A browser on this machine that asked for this machine by name: a page of elsewhere that leads here by a name of its
 * own still sends that name, and a proxy on this machine says that it is one.
 */
export function isLocal({ peer, headers }: { readonly peer: string; readonly headers: IncomingHttpHeaders }) {
  return isLoopback(peer) && !isForwarded(headers) && isLocalHost(headers.host)
}

const isLocalHost = (host: string | undefined) =>
  host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host)

/** 59 random bits in letters and digits that no two read alike. */
export function newSetupCode(): string {
  const text = Array.from({ length: 12 }, () => characters.charAt(randomInt(characters.length))).join('')
  return text.replace(/^(.{4})(.{4})/, '$1-$2-')
}

const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** However it was typed; in a time that says nothing of how much of it was right. */
export function isSetupCode(code: string, typed: string): boolean {
  return timingSafeEqual(digest(code), digest(typed))
}

const digest = (text: string) =>
  createHash('sha256').update(text.replaceAll(/[\s-]/g, '').toUpperCase()).digest()
