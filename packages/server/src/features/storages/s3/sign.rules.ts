/** AWS Signature Version 4, for requests and links to S3-compatible servers. */
import { createHash, createHmac } from 'node:crypto'

export interface SigningKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

export interface SignedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface S3Target {
  readonly origin: string
  /** Decoded path with a leading slash. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
}

const emptyHash = createHash('sha256').update('').digest('hex')

/** Signs a GET without a body. `headers` are sent and signed too. */
export function signRequest(
  { origin, path, query = {} }: S3Target,
  { key, now, headers = {} }: { key: SigningKey; now: Date; headers?: Readonly<Record<string, string>> },
): SignedRequest {
  const time = formatTime(now)
  const signed = {
    ...headers,
    host: new URL(origin).host,
    'x-amz-content-sha256': emptyHash,
    'x-amz-date': time,
  }
  const names = Object.keys(signed).sort().join(';')
  const signature = computeSignature({ path, query, headers: signed, payload: emptyHash }, { key, time })
  const credential = `${key.accessKeyId}/${credentialScope(key, time)}`
  const authorization = `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`
  const { host: _, ...sent } = signed
  return { url: buildUrl({ origin, path, query }), headers: { ...sent, authorization } }
}

/** Returns a URL that anyone can GET for the given number of seconds. */
export function signLink(
  { origin, path, query = {} }: S3Target,
  { key, now, seconds }: { key: SigningKey; now: Date; seconds: number },
): string {
  const time = formatTime(now)
  const signedHeaders = {
    ...query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${key.accessKeyId}/${credentialScope(key, time)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  }
  const headers = { host: new URL(origin).host }
  const signature = computeSignature(
    { path, query: signedHeaders, headers, payload: 'UNSIGNED-PAYLOAD' },
    { key, time },
  )
  return buildUrl({ origin, path, query: { ...signedHeaders, 'X-Amz-Signature': signature } })
}

const algorithm = 'AWS4-HMAC-SHA256'

interface CanonicalRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
}

function computeSignature(
  { path, query, headers, payload }: CanonicalRequest,
  { key, time }: { key: SigningKey; time: string },
): string {
  const names = Object.keys(headers).sort()
  const request = [
    'GET',
    encodePath(path),
    encodeQuery(query),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    payload,
  ].join('\n')
  const hash = createHash('sha256').update(request).digest('hex')
  const text = [algorithm, time, credentialScope(key, time), hash].join('\n')
  const steps = [time.slice(0, 8), key.region, 's3', 'aws4_request']
  const derived = steps.reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${key.secretAccessKey}`,
  )
  return hmac(derived, text).toString('hex')
}

const hmac = (secret: string | Buffer, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

const credentialScope = ({ region }: SigningKey, time: string) =>
  `${time.slice(0, 8)}/${region}/s3/aws4_request`

/** `20261123T140438Z`. */
const formatTime = (now: Date): string => now.toISOString().replace(/\.\d+|[:-]/g, '')

const buildUrl = ({ origin, path, query = {} }: S3Target): string => {
  const search = encodeQuery(query)
  return origin + encodePath(path) + (search === '' ? '' : `?${search}`)
}

const encodePath = (path: string) => path.split('/').map(encodePart).join('/')

/** Sorts by encoded name: `a=1` precedes `a-b=1`, although `-` sorts before `=`. */
const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [encodePart(name), encodePart(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** Encodes as in RFC 3986, including the characters that `encodeURIComponent` leaves. */
const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
