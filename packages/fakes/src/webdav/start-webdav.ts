/** A WebDAV server on loopback that imitates the variants of real servers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createFileTree, type FileTree, type KeptFile, respondBytes } from '../http/file-tree.ts'
import { startTroubledServer, type TroubledServer } from '../http/troubled-server.ts'
import { challengeOf, type DigestChallenge, isDigestRight } from './digest.ts'

/** How servers differ. */
export interface WebdavManner {
  /** `D:`, `lp1:`, or empty if `DAV:` is the default namespace. */
  readonly prefix?: string
  readonly hrefs?: 'path' | 'absolute' | 'relative'
  /** Whether hrefs of folders end with a slash. */
  readonly slashes?: boolean
  readonly encodes?: boolean
  /** Without ranges, the whole file is sent with 200. */
  readonly ranges?: boolean
  readonly etags?: 'strong' | 'weak' | 'none' | 'otherInListings'
  /** Added to every size in a listing. */
  readonly liesBy?: number
  /** Additional hrefs in every listing. */
  readonly alsoLists?: readonly string[]
  /**
   * Entries per page, with `Link: <url>; rel="next"` (RFC 8288) to the next page. Jianguoyun sends 750, the folder itself first on
   * every page, and encodes the path in the link twice (nutstore/obsidian-nutstore-sync, src/api/webdav.ts: absolute URL, `decodeURI`
   * of its path before the request).
   */
  readonly pageSize?: number
  /** Replaces the `Link` header; undefined removes it. */
  readonly linkOf?: (right: string, page: number) => string | undefined
  /** Listings omit the folder itself, which RFC 4918 §9.1 requires; rclone, backend/webdav skips it if present. */
  readonly omitsSelf?: boolean
  /** A reverse proxy serves the files below this path without the server's knowledge, so hrefs lack it. */
  readonly proxyPrefix?: string
  /** Files are sent with `Transfer-Encoding: chunked` and 200, without length and ranges. */
  readonly chunked?: boolean
  /** Files are redirected to this URL with 302, as AList and OpenList do. */
  readonly redirectsTo?: string
  /** Replaces fields of the Digest challenge. */
  readonly challenge?: Partial<DigestChallenge>
}

export interface WebdavOptions extends WebdavManner {
  readonly user?: string
  readonly password?: string
  /** Authentication scheme; Basic by default. */
  readonly scheme?: 'basic' | 'digest'
  /** Path of the root; `/dav` by default. */
  readonly base?: string
}

export interface FakeWebdav extends Omit<TroubledServer, 'url'>, Pick<FileTree, 'put' | 'swap' | 'remove'> {
  /** URL of the root, without a trailing slash. */
  readonly url: string
  readonly setManner: (manner: WebdavManner) => void
  /** Every `Authorization` header in order of arrival. */
  readonly credentials: readonly string[]
}

export async function startWebdav(options: WebdavOptions = {}): Promise<FakeWebdav> {
  const { user, password = '', base = '/dav', scheme = 'basic' } = options
  let manner: WebdavManner = options
  const tree = createFileTree()
  const credentials: string[] = []
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const server = await startTroubledServer((request, response) => {
    request.resume()
    const { authorization } = request.headers
    if (authorization !== undefined) credentials.push(authorization)
    const digest = { ...manner.challenge, method: request.method ?? '', target: request.url ?? '/' }
    const isAdmitted =
      user === undefined ||
      (scheme === 'basic'
        ? authorization === expected
        : isDigestRight(authorization, { user, password }, digest))
    if (!isAdmitted) {
      const challenge = scheme === 'basic' ? 'Basic realm="files"' : challengeOf(manner.challenge)
      response.writeHead(401, { 'www-authenticate': challenge }).end()
      return
    }
    const { proxyPrefix = '' } = manner
    const path = pathOf(request.url ?? '/', proxyPrefix + base)
    if (path === undefined) response.writeHead(404).end('<html>not here</html>')
    else if (request.method === 'PROPFIND') propfind({ request, response, tree, manner, base, path })
    else sendFile(request, response, tree.files.get(path), manner)
  })
  return {
    ...server,
    ...tree,
    credentials,
    url: server.url + (options.proxyPrefix ?? '') + base,
    setManner: (next) => {
      manner = next
    },
  }
}

function pathOf(url: string, base: string): string | undefined {
  const path = decodeURIComponent(url.replace(/\?.*$/, ''))
  const isInside = path === base || path.startsWith(`${base}/`)
  return isInside ? path.slice(base.length).replace(/^\/|\/$/g, '') : undefined
}

interface DavRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly tree: FileTree
  readonly manner: WebdavManner
  readonly base: string
  readonly path: string
}

function propfind(davRequest: DavRequest): void {
  const { request, response, tree, manner, path } = davRequest
  const { prefix = 'D:', alsoLists = [] } = manner
  const names =
    path === '' ? [...tree.files.keys()] : [...tree.files.keys()].filter((one) => one.startsWith(`${path}/`))
  const file = tree.files.get(path)
  if (!file && names.length === 0 && path !== '') {
    response.writeHead(404).end()
    return
  }
  const at = path === '' ? 0 : path.length + 1
  const children =
    request.headers.depth === '1'
      ? new Set(names.map((one) => one.slice(0, one.indexOf('/', at) + 1 || undefined)))
      : []
  const { pageSize = Number.POSITIVE_INFINITY, omitsSelf = false } = manner
  const search = new URLSearchParams(request.url?.split('?')[1])
  const page = Number(search.get('page') ?? 0)
  const all = [...children]
  const shown = all.slice(page * pageSize || 0, (page + 1) * pageSize)
  // RFC 4918 §9.1: depth 0 lists only the resource itself.
  const self = omitsSelf && !file && request.headers.depth === '1' ? [] : [path]
  const listed = [...self, ...shown].map((one) => one.replace(/\/$/, ''))
  const parts = listed.map((one) => responseOf(hrefOf(one, davRequest), tree.files.get(one), manner))
  const link = linkHeaderOf(davRequest, { page, isCut: all.length > (page + 1) * pageSize })
  parts.push(...alsoLists.map((href) => responseOf(href, undefined, manner)))
  const namespace = prefix === '' ? 'xmlns="DAV:"' : `xmlns:${prefix.slice(0, -1)}="DAV:"`
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<${prefix}multistatus ${namespace}>${parts.join('\n')}</${prefix}multistatus>`
  const head = { 'content-type': 'application/xml; charset=utf-8', ...(link && { link }) }
  response.writeHead(207, head).end(body)
}

function linkHeaderOf(
  { request, manner, path, base }: DavRequest,
  { page, isCut }: { readonly page: number; readonly isCut: boolean },
): string | undefined {
  const { linkOf, proxyPrefix = '' } = manner
  const encoded = path
    .split('/')
    .map((part) => encodeURIComponent(encodeURIComponent(part)))
    .join('/')
  const slash = encoded === '' ? '' : '/'
  const url = `http://${request.headers.host}${proxyPrefix}${base}/${encoded}${slash}?page=${page + 1}`
  if (request.headers.depth !== '1') return undefined
  const right = `<${url}>; rel="next"`
  if (linkOf) return linkOf(right, page)
  return isCut ? right : undefined
}

function hrefOf(path: string, { manner, base, tree, request, path: requestPath }: DavRequest): string {
  const { hrefs = 'path', slashes = true, encodes = true } = manner
  const isFolder = !tree.files.has(path)
  const name = encodes ? path.split('/').map(encodeURIComponent).join('/') : path
  const slash = isFolder && slashes && path !== '' ? '/' : ''
  if (hrefs === 'relative' && path === requestPath && request.url?.endsWith('/')) return './'
  if (hrefs === 'relative') return `./${name.split('/').at(-1)}${slash}`
  return `${hrefs === 'absolute' ? `http://${request.headers.host}` : ''}${base}/${name}${slash}`
}

function responseOf(
  href: string,
  file: KeptFile | undefined,
  { prefix = 'D:', etags = 'strong', liesBy = 0 }: WebdavManner,
): string {
  const tag = (name: string, inner: string) =>
    inner === '' ? `<${prefix}${name}/>` : `<${prefix}${name}>${inner}</${prefix}${name}>`
  const etag =
    file && etags !== 'none'
      ? tag('getetag', escapeXml(etagOf(file, etags === 'otherInListings' ? 'weak' : etags)))
      : ''
  const props = file
    ? tag('getcontentlength', String(file.bytes.length + liesBy)) +
      tag('getlastmodified', file.modifiedAt.toUTCString()) +
      tag('resourcetype', '') +
      etag
    : tag('resourcetype', tag('collection', ''))
  const missing = tag(
    'propstat',
    tag('prop', tag('quota-used-bytes', '')) + tag('status', 'HTTP/1.1 404 Not Found'),
  )
  return tag(
    'response',
    tag('href', escapeXml(href)) +
      tag('propstat', tag('prop', props) + tag('status', 'HTTP/1.1 200 OK')) +
      missing,
  )
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const etagOf = ({ etag }: KeptFile, manner: WebdavManner['etags']) =>
  manner === 'weak' ? `W/${etag.slice(0, 9)}"` : etag

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: KeptFile | undefined,
  manner: WebdavManner,
): void {
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>no such file</html>')
    return
  }
  const { ranges = true, etags = 'strong', chunked = false, redirectsTo } = manner
  if (redirectsTo !== undefined) {
    response.writeHead(302, { location: redirectsTo }).end()
    return
  }
  if (chunked) {
    // Without a length, Node sends the body in chunks.
    const { 'content-length': _, ...headers } = respondBytes(file, undefined).headers
    const etag = etags === 'none' ? {} : { etag: etagOf(file, etags) }
    response.writeHead(200, { ...headers, ...etag, 'content-type': 'application/octet-stream' })
    response.end(request.method === 'HEAD' ? undefined : file.bytes)
    return
  }
  const { status, headers, body } = respondBytes(file, ranges ? request.headers.range : undefined)
  response.writeHead(status, { ...headers, ...(etags === 'none' ? {} : { etag: etagOf(file, etags) }) })
  response.end(request.method === 'HEAD' ? undefined : body)
}
