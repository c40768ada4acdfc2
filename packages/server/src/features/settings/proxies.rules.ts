/** Proxies for requests to other servers. Their passwords are never shown. */
import { Proxies } from '@koedana/contract/site-settings.ts'
import * as v from 'valibot'

export const noProxies: Proxies = { drives: null, webdav: null, s3: null }

const { entries } = Proxies
const Stored = v.object({
  drives: v.fallback(v.optional(entries.drives, null), null),
  webdav: v.fallback(v.optional(entries.webdav, null), null),
  s3: v.fallback(v.optional(entries.s3, null), null),
})

/** Parses JSON text. Invalid values mean a direct connection. */
export const readProxies = (text: string | undefined): Proxies =>
  v.parse(v.fallback(v.pipe(v.string(), v.parseJson(), Stored), noProxies), text ?? '{}')

export const shownProxies = ({ drives, webdav, s3 }: Proxies): Proxies => ({
  drives: shownProxy(drives),
  webdav: shownProxy(webdav),
  s3: shownProxy(s3),
})

/** Absent fields stay unchanged. */
export type ProxiesChange = { readonly [name in keyof Proxies]?: Proxies[name] | undefined }

export type ProxiesChanged =
  | { readonly type: 'changed'; readonly proxies: Proxies }
  | { readonly type: 'passwordRequired'; readonly proxy: keyof Proxies }

export function proxiesAfter(before: Proxies, change: ProxiesChange): ProxiesChanged {
  const proxies = { ...before }
  for (const name of ['drives', 'webdav', 's3'] as const) {
    const after = proxyAfter(before[name], change[name])
    if (after === undefined) return { type: 'passwordRequired', proxy: name }
    proxies[name] = after
  }
  return { type: 'changed', proxies }
}

const hiddenPassword = '***'

/** Returns the address with its password replaced by `***`. */
export function shownProxy(proxyUrl: string | null): string | null {
  if (proxyUrl === null) return null
  const url = new URL(proxyUrl)
  return url.password === '' ? proxyUrl : withPassword(url, hiddenPassword)
}

/**
 * Returns the new address. The hidden password keeps the stored one, but only for the same protocol, host and user. Returns undefined
 * if a password should be kept and there is none.
 */
export function proxyAfter(
  before: string | null,
  wanted: string | null | undefined,
): string | null | undefined {
  if (wanted === undefined) return before
  if (wanted === null) return null
  const url = new URL(wanted)
  if (!isHidden(url.password)) return wanted
  const known = before === null ? undefined : new URL(before)
  const isSame =
    known &&
    known.password !== '' &&
    known.protocol === url.protocol &&
    known.host === url.host &&
    known.username === url.username
  return isSame ? withPassword(url, known.password) : undefined
}

/** Some clients percent-encode the asterisks. */
const isHidden = (password: string) => password.replaceAll(/%2a/gi, '*') === hiddenPassword

function withPassword(url: URL, password: string): string {
  const shown = new URL(url)
  shown.password = password
  return shown.href
}
