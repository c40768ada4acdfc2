/**
 * Recognizes a browser in which an account signed in before, so that other people cannot use up its attempts (the "device
 * cookies" of OWASP). The cookie opens nothing: it holds a random ID and, for each account, a MAC over the ID and the name.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { basePath } from '@koedana/contract/base-path.ts'
import { usernameKeyOf } from '../../domain/user.rules.ts'
import type { Context } from '../../http/context.ts'
import { newToken } from '../../lib/ids.ts'
import type { Vault } from '../../lib/vault.ts'

type Digests = Pick<Vault, 'digest'>

const name = 'koedana.device'
/** Accounts that share a browser; the one that signed in first is forgotten. */
const maxAccounts = 5
const maxAgeSeconds = 400 * 86_400
const format = /^[\w-]{20,100}(?:\.[\w-]{43}){1,5}$/

const macOf = (vault: Digests, id: string, username: string): string =>
  vault.digest(`${id} ${usernameKeyOf(username)}`, 'device')

interface Device {
  readonly id: string
  readonly macs: readonly string[]
}

function deviceIn({ cookie = '' }: IncomingHttpHeaders): Device | undefined {
  const value = cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  if (value === undefined || !format.test(value)) return undefined
  const [id = '', ...macs] = value.split('.')
  return { id, macs }
}

/** Returns the ID of the browser if this account signed in with it before. */
export function knownDeviceIn(
  vault: Digests,
  headers: IncomingHttpHeaders,
  username: string,
): string | undefined {
  const device = deviceIn(headers)
  return device?.macs.includes(macOf(vault, device.id, username)) ? device.id : undefined
}

/** Returns the `Set-Cookie` header after a sign-in. A browser keeps its ID if one of its MACs is from this server. */
export function deviceCookie(
  vault: Digests,
  { headers, origin, subPath }: Context,
  username: string,
): string {
  const { id, macs } = deviceIn(headers) ?? { id: newToken(), macs: [] }
  const own = macOf(vault, id, username)
  const value = [id, ...[...macs.filter((mac) => mac !== own), own].slice(-maxAccounts)].join('.')
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=${subPath}${basePath}/auth/login; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}
