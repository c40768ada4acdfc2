/** An S3-compatible server on loopback with one bucket that rejects unsigned requests. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createFileTree, type FileTree, type KeptFile, respondBytes } from '../http/file-tree.ts'
import { startTroubledServer, type TroubledServer } from '../http/troubled-server.ts'
import { type Keys, verifySignature } from './verify-signature.ts'

export interface S3Options {
  readonly bucket?: string
  /** Maximum keys per page; 1000 by default. */
  readonly pageSize?: number
  /** Whether the bucket is part of the host name instead of the path. */
  readonly isVirtualHosted?: boolean
  /** Milliseconds by which the server's clock is ahead. */
  readonly clockAheadMs?: number
  /** Ceph RGW declares `EncodingType` url but does not encode CommonPrefixes (tracker.ceph.com/41870; rclone, backend/s3). */
  readonly rawPrefixes?: boolean
  /**
   * Servers of version 1 ignore `list-type=2` or reject it, and continue after `marker`: the key or prefix in `NextMarker`, or without
   * it the last one of the page (rclone, backend/s3: list_version 1).
   */
  readonly version1?: 'marker' | 'noMarker' | 'rejects2'
  /** Form of the ETag in responses to GET; listings have a strong, quoted one. */
  readonly etags?: 'unquoted' | 'weak' | 'upper'
  /** Response to `If-Match`: 501, or 412 because a weak ETag never matches (RFC 9110 §13.1.1). */
  readonly ifMatch?: 501 | 412
}

export interface FakeS3 extends TroubledServer, Pick<FileTree, 'put' | 'swap' | 'remove'> {
  readonly bucket: string
  readonly keys: Keys
  /** Moves the clock forward, so that links expire. */
  readonly passTime: (ms: number) => void
}

export async function startS3(options: S3Options = {}): Promise<FakeS3> {
  const { bucket = 'voices', pageSize = 1000, isVirtualHosted = false } = options
  const keys = {
    accessKeyId: 'KOEDANATEST',
    secretAccessKey: 'a/secret+that=nobody knows',
    region: 'eu-test-1',
  }
  const tree = createFileTree()
  let aheadMs = options.clockAheadMs ?? 0
  const server = await startTroubledServer((request, response) => {
    const now = Date.now() + aheadMs
    response.setHeader('date', new Date(now).toUTCString())
    const { method = 'GET', url: target = '/', headers } = request
    const verdict = verifySignature({ method, target, headers }, keys, now)
    const path = isVirtualHosted ? hostedPath(request) : target.split('?')[0]?.slice(1)
    const [bucketName = '', ...key] = (path ?? '').split('/')
    if (verdict !== 'ok') sendError(response, verdict.startsWith('Authorization') ? 400 : 403, verdict)
    else if (bucketName !== bucket) sendError(response, 404, 'NoSuchBucket')
    else if (key.join('/') === '')
      list(new URLSearchParams(target.split('?')[1]), response, { ...options, tree, pageSize })
    else
      sendObject(request, response, { ...options, file: tree.files.get(decodeURIComponent(key.join('/'))) })
  })
  return {
    ...server,
    ...tree,
    bucket,
    keys,
    passTime: (ms) => {
      aheadMs += ms
    },
  }
}

/** Returns the path with the bucket of the host name. */
const hostedPath = ({ headers, url = '/' }: IncomingMessage) =>
  `${headers.host?.split('.')[0]}${url.split('?')[0]}`

function sendError(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}

function list(
  search: URLSearchParams,
  response: ServerResponse,
  { tree, pageSize, rawPrefixes = false, version1 }: S3Options & { tree: FileTree; pageSize: number },
): void {
  if (version1 === 'rejects2' && search.has('list-type')) {
    sendError(response, 501, 'NotImplemented')
    return
  }
  const isOld = version1 !== undefined || !search.has('list-type')
  const [prefix, delimiter] = [search.get('prefix') ?? '', search.get('delimiter') ?? '']
  const marker = search.get('marker') ?? ''
  const continuation = Buffer.from(search.get('continuation-token') ?? '', 'base64url').toString()
  const after = isOld ? marker : continuation
  const most = Math.min(Number(search.get('max-keys') ?? pageSize), pageSize)
  const keys = [...tree.files.keys()].filter((key) => key.startsWith(prefix)).sort(byBytes)
  const rows = new Map<string, KeptFile | undefined>()
  for (const key of keys) {
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    if (cut === -1) rows.set(key, tree.files.get(key))
    else rows.set(key.slice(0, cut + 1), undefined)
  }
  const left = [...rows].filter(([key]) => after === '' || byBytes(key, after) > 0)
  const page = left.slice(0, most)
  const isCut = left.length > most
  const last = page.at(-1)?.[0] ?? ''
  const token = Buffer.from(last).toString('base64url')
  const isUrl = search.get('encoding-type') === 'url'
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    `<IsTruncated>${isCut}</IsTruncated><KeyCount>${page.length}</KeyCount>`,
    isCut && !isOld ? `<NextContinuationToken>${token}</NextContinuationToken>` : '',
    isCut && isOld && delimiter !== '' && version1 !== 'noMarker'
      ? `<NextMarker>${isUrl ? encodeKey(last) : last}</NextMarker>`
      : '',
    isUrl ? '<EncodingType>url</EncodingType>' : '',
    ...page.map(([key, file]) =>
      rowOf(isUrl && (file || !rawPrefixes) ? encodeKey(key) : escapeXml(key), file),
    ),
    '</ListBucketResult>',
  ].join('')
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Form encoding except for the slash, like real servers. */
const encodeKey = (key: string) =>
  encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replaceAll('%20', '+')
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')

const rowOf = (key: string, file: KeptFile | undefined) =>
  file
    ? `<Contents><Key>${key}</Key><LastModified>${file.modifiedAt.toISOString()}</LastModified><ETag>${file.etag.replaceAll('"', '&quot;')}</ETag><Size>${file.bytes.length}</Size></Contents>`
    : `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  { file, etags, ifMatch }: S3Options & { readonly file: KeptFile | undefined },
): void {
  if (!file) {
    sendError(response, 404, 'NoSuchKey')
    return
  }
  const wanted = request.headers['if-match']
  if (wanted !== undefined && ifMatch !== undefined) {
    sendError(response, ifMatch, ifMatch === 501 ? 'NotImplemented' : 'PreconditionFailed')
    return
  }
  if (wanted !== undefined && wanted !== file.etag) {
    sendError(response, 412, 'PreconditionFailed')
    return
  }
  const { status, headers, body } = respondBytes(file, request.headers.range)
  const forms = {
    unquoted: file.etag.replaceAll('"', ''),
    weak: `W/${file.etag}`,
    upper: file.etag.toUpperCase(),
  }
  response.writeHead(status, { ...headers, etag: etags ? forms[etags] : file.etag })
  response.end(request.method === 'HEAD' ? undefined : body)
}
