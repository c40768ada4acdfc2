/** Verifies AWS Signature Version 4 in headers or in a presigned URL. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

export interface SentRequest {
  readonly method: string
  /** The encoded path and query as sent. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
}

export type Verdict =
  | 'ok'
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'SignatureDoesNotMatch'
  | 'RequestTimeTooSkewed'
  | 'AuthorizationHeaderMalformed'

const maxSkewMs = 15 * 60 * 1000

interface Claim {
  readonly credential: string
  readonly time: string
  readonly signedNames: readonly string[]
  readonly signature: string
  readonly payload: string
  /** Lifetime of a presigned URL; undefined for signatures in headers. */
  readonly seconds: number | undefined
}

export function verifySignature(request: SentRequest, keys: Keys, now: number): Verdict {
  const claim = claimOf(request)
  if (!claim) return 'AccessDenied'
  const [id, day, region, service, end] = claim.credential.split('/')
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const isScope = day === claim.time.slice(0, 8) && service === 's3' && end === 'aws4_request'
  if (!isScope || region !== keys.region) return 'AuthorizationHeaderMalformed'
  const sentAt = Date.parse(
    claim.time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (claim.seconds !== undefined && now > sentAt + claim.seconds * 1000) return 'AccessDenied'
  if (!(Math.abs(now - sentAt) <= maxSkewMs) && !(claim.seconds !== undefined && sentAt < now)) {
    return 'RequestTimeTooSkewed'
  }
  if (!claim.signedNames.includes('host')) return 'SignatureDoesNotMatch'
  const expected = Buffer.from(expectedSignature(request, claim, keys))
  const given = Buffer.from(claim.signature)
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  return isRight ? 'ok' : 'SignatureDoesNotMatch'
}

function claimOf({ target, headers }: SentRequest): Claim | undefined {
  const search = new URLSearchParams(target.split('?')[1] ?? '')
  const { authorization } = headers
  if (authorization) {
    const [, credential = '', names = '', signature = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
        authorization,
      ) ?? []
    const time = String(headers['x-amz-date'])
    const payload = String(headers['x-amz-content-sha256'])
    if (payload !== createHash('sha256').digest('hex')) return undefined
    return { credential, time, signedNames: names.split(';'), signature, payload, seconds: undefined }
  }
  if (search.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined
  return {
    credential: search.get('X-Amz-Credential') ?? '',
    time: search.get('X-Amz-Date') ?? '',
    signedNames: (search.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: search.get('X-Amz-Signature') ?? '',
    payload: 'UNSIGNED-PAYLOAD',
    seconds: Number(search.get('X-Amz-Expires')),
  }
}

/** Sorts by name, then by value. */
function compareParameters(a: string, b: string): number {
  const [one, other] = [a.split('=', 1)[0] ?? '', b.split('=', 1)[0] ?? '']
  if (one !== other) return one < other ? -1 : 1
  return a < b ? -1 : 1
}

function expectedSignature({ method, target, headers }: SentRequest, claim: Claim, keys: Keys): string {
  const [path = '/', search = ''] = target.split('?')
  const query = search
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('X-Amz-Signature='))
    .sort(compareParameters)
    .join('&')
  const lines = claim.signedNames.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('')
  const canonical = `${method}\n${path}\n${query}\n${lines}\n${claim.signedNames.join(';')}\n${claim.payload}`
  const scope = claim.credential.slice(claim.credential.indexOf('/') + 1)
  const hash = createHash('sha256').update(canonical).digest('hex')
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const day = sign(`AWS4${keys.secretAccessKey}`, claim.time.slice(0, 8))
  const key = sign(sign(sign(day, keys.region), 's3'), 'aws4_request')
  return sign(key, `AWS4-HMAC-SHA256\n${claim.time}\n${scope}\n${hash}`).toString('hex')
}
