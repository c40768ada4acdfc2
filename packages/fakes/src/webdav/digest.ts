/**
 * Digest authentication as a server checks it (RFC 7616 §3.4). The reference for the fields and their quotes is Apache's
 * mod_auth_digest and curl's lib/vauth/digest.c; curl reads files from this fake in the tests.
 */
import { createHash } from 'node:crypto'

export interface DigestChallenge {
  readonly realm: string
  readonly nonce: string
  /** `MD5`, `SHA-256`, or one of them with `-sess`. */
  readonly algorithm: string
  /** Empty for servers of RFC 2069, which do not support it. */
  readonly qop: string
  readonly opaque: string
  /** Replaces the whole challenge. */
  readonly raw: string
}

const usual: DigestChallenge = {
  realm: 'files, "quoted"',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  algorithm: 'SHA-256',
  qop: 'auth, auth-int',
  opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
  raw: '',
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

export function challengeOf(wishes: Partial<DigestChallenge> = {}): string {
  const { realm, nonce, algorithm, qop, opaque, raw } = { ...usual, ...wishes }
  if (raw !== '') return raw
  const fields = [`realm=${quoted(realm)}`, `nonce=${quoted(nonce)}`, `opaque=${quoted(opaque)}`]
  if (qop !== '') fields.push(`qop=${quoted(qop)}`)
  if (algorithm !== '') fields.push(`algorithm=${algorithm}`)
  return `Digest ${fields.join(', ')}`
}

interface Account {
  readonly user: string
  readonly password: string
}

interface DigestRequest extends Partial<DigestChallenge> {
  readonly method: string
  readonly target: string
}

export function isDigestRight(
  authorization: string | undefined,
  { user, password }: Account,
  { method, target, ...wishes }: DigestRequest,
): boolean {
  const { realm, nonce, algorithm, qop } = { ...usual, ...wishes }
  if (!authorization?.startsWith('Digest ')) return false
  const given = new Map<string, string>()
  for (const [, name = '', text, token = ''] of authorization.matchAll(
    /([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g,
  )) {
    given.set(name, text === undefined ? token : text.replace(/\\(.)/g, '$1'))
  }
  const hash = (text: string) =>
    createHash(/^sha-256/i.test(algorithm) ? 'sha256' : 'md5')
      .update(text)
      .digest('hex')
  const said = (name: string) => given.get(name) ?? ''
  // Header fields arrive as Latin-1.
  const name = Buffer.from(said('username'), 'latin1').toString('utf8')
  if (name !== user || said('realm') !== Buffer.from(realm).toString('latin1')) return false
  if (said('nonce') !== nonce || said('uri') !== target) return false
  const plain = hash(`${user}:${realm}:${password}`)
  const secret = /-sess$/i.test(algorithm) ? hash(`${plain}:${nonce}:${said('cnonce')}`) : plain
  const action = hash(`${method}:${target}`)
  if (qop === '') return said('response') === hash(`${secret}:${nonce}:${action}`)
  if (said('qop') !== 'auth' || !/^[\da-f]{8}$/.test(said('nc'))) return false
  const middle = `${nonce}:${said('nc')}:${said('cnonce')}:auth`
  return said('response') === hash(`${secret}:${middle}:${action}`)
}
