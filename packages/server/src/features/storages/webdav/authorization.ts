/** Credentials for a WebDAV server: Basic (RFC 7617) until the server challenges with Digest (RFC 7616). */
import { createHash, randomBytes } from 'node:crypto'

export interface Authorization {
  /** Returns the headers for a request; empty for any origin but the server's own. */
  readonly headersFor: (method: string, url: URL) => Readonly<Record<string, string>>
  /** Nonce that requests currently use. */
  readonly nonce: () => string | undefined
  /** Handles a 401 response to a request that used this nonce. Returns whether the request should be repeated. */
  readonly learn: (challenges: string | undefined, usedNonce: string | undefined) => boolean
}

export interface Account {
  readonly origin: string
  readonly user: string
  readonly password: string
}

/** Sends no credentials if `account` is undefined. */
export function createAuthorization(account: Account | undefined): Authorization {
  let digest: DigestChallenge | undefined
  let count = 0
  return {
    headersFor: (method, url) => {
      if (!account || url.origin !== account.origin) return {}
      if (!digest) return { authorization: basicHeader(account) }
      count += 1
      return {
        authorization: digestHeader(account, digest, { method, target: url.pathname + url.search, count }),
      }
    },
    nonce: () => digest?.nonce,
    learn: (challenges, usedNonce) => {
      if (!account || challenges === undefined) return false
      const given = parseChallenges(challenges)
      // Basic was sent first, so a server that supports it rejected the password.
      if (!digest && given.some(({ scheme }) => scheme === 'basic')) return false
      const best = chooseDigest(given)
      if (!best || (best.nonce === usedNonce && !best.isStale)) return false
      digest = best
      count = 0
      return true
    },
  }
}

const basicHeader = ({ user, password }: Account) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

interface Challenge {
  /** In lower case. */
  readonly scheme: string
  readonly fields: ReadonlyMap<string, string>
}

/** A nonce is returned with every request; a longer one is an attack or a defect. */
const maxNonceLength = 2_048

const part =
  /\s*,?\s*(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([\w!#$%&'*+.^`|~-]+))/y

/** Parses `WWW-Authenticate` (RFC 9110 §11.6.1), which may contain several challenges. Stops at a malformed part. */
function parseChallenges(header: string): readonly Challenge[] {
  const challenges: { scheme: string; fields: Map<string, string> }[] = []
  part.lastIndex = 0
  for (let match = part.exec(header); match; match = part.exec(header)) {
    const [, name, quoted, token = '', scheme] = match
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), fields: new Map() })
    else if (name !== undefined)
      challenges.at(-1)?.fields.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token)
  }
  return challenges
}

interface DigestChallenge {
  readonly realm: string
  readonly nonce: string
  readonly opaque: string | undefined
  /** As the server wrote it; undefined if it was omitted, which means MD5. */
  readonly algorithm: string | undefined
  readonly hash: string
  readonly isSession: boolean
  /** False for servers that follow RFC 2069. */
  readonly hasQop: boolean
  readonly isStale: boolean
  readonly hidesUser: boolean
}

/** Strongest first. */
const hashes: Readonly<Record<string, string>> = {
  'sha-512-256': 'sha512-256',
  'sha-256': 'sha256',
  md5: 'md5',
}

/** Returns the strongest supported challenge; unknown algorithms are skipped (RFC 7616 §3.3). */
function chooseDigest(challenges: readonly Challenge[]): DigestChallenge | undefined {
  const known = challenges.filter(({ scheme }) => scheme === 'digest').flatMap(parseDigest)
  const rank = ({ hash }: DigestChallenge) => Object.values(hashes).indexOf(hash)
  return known.sort((a, b) => rank(a) - rank(b))[0]
}

function parseDigest({ fields }: Challenge): DigestChallenge[] {
  const [nonce, algorithm, qop] = ['nonce', 'algorithm', 'qop'].map((name) => fields.get(name))
  const name = (algorithm ?? 'MD5').toLowerCase()
  const hash = hashes[name.replace(/-sess$/, '')]
  const options = qop?.split(',').map((one) => one.trim().toLowerCase())
  if (hash === undefined || !nonce || nonce.length > maxNonceLength) return []
  if (options && !options.includes('auth')) return []
  const isSession = name.endsWith('-sess')
  return [
    {
      realm: fields.get('realm') ?? '',
      nonce,
      opaque: fields.get('opaque'),
      algorithm,
      hash,
      isSession,
      hasQop: options !== undefined,
      isStale: fields.get('stale')?.toLowerCase() === 'true',
      hidesUser: fields.get('userhash')?.toLowerCase() === 'true',
    },
  ]
}

interface DigestRequest {
  readonly method: string
  /** Path with query, as it is sent. */
  readonly target: string
  /** Number of requests that used the nonce, including this one. */
  readonly count: number
}

function digestHeader(
  { user, password }: Account,
  challenge: DigestChallenge,
  { method, target, count }: DigestRequest,
): string {
  const { realm, nonce, opaque, algorithm, isSession, hasQop, hidesUser } = challenge
  const hash = (bytes: string) => createHash(challenge.hash).update(bytes, 'utf8').digest('hex')
  const cnonce = randomBytes(16).toString('hex')
  const nc = count.toString(16).padStart(8, '0')
  // Header values are read as Latin-1, but passwords and realms are hashed as UTF-8 (RFC 7616 §4).
  const realmText = Buffer.from(realm, 'latin1').toString('utf8')
  const plain = hash(`${user}:${realmText}:${password}`)
  const secret = isSession ? hash(`${plain}:${nonce}:${cnonce}`) : plain
  const middle = hasQop ? `${nonce}:${nc}:${cnonce}:auth` : nonce
  const response = hash(`${secret}:${middle}:${hash(`${method}:${target}`)}`)
  const name = hidesUser ? hash(`${user}:${realmText}`) : Buffer.from(user, 'utf8').toString('latin1')
  return [
    `Digest username=${quote(name)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(target)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(hasQop ? ['qop=auth', `nc=${nc}`] : []),
    ...(hasQop || isSession ? [`cnonce="${cnonce}"`] : []),
    ...(hidesUser ? ['userhash=true'] : []),
  ].join(', ')
}

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
