/** A WebDAV server on loopback, in any of the manners in which such servers respond. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createFileTree, type FileTree, type KeptFile, respondBytes } from '../http/file-tree.ts'
import { startTroubledServer, type TroubledServer } from '../http/troubled-server.ts'

/** Servers differ in these. */
export interface WebdavManner {
  /** `D:`, `lp1:`, or nothing where `DAV:` is the namespace of all. */
  readonly prefix?: string
  readonly hrefs?: 'path' | 'absolute' | 'relative'
  /** Whether hrefs of folders end with a slash. */
  readonly slashes?: boolean
  readonly encodes?: boolean
  /** A server without ranges sends the whole file with 200. */
  readonly ranges?: boolean
  readonly etags?: 'strong' | 'weak' | 'none' | 'otherInListings'
  /** It is added to every size in a listing. */
  readonly liesBy?: number
  /** Hrefs that stand in every listing beside the right ones. */
  readonly alsoLists?: readonly string[]
}

export interface WebdavOptions extends WebdavManner {
  readonly user?: string
  readonly password?: string
  /** The path of the root; `/dav` without it. */
  readonly base?: string
}

export interface FakeWebdav extends Omit<TroubledServer, 'url'>, Pick<FileTree, 'put' | 'swap' | 'remove'> {
  /** The address of the root, without a slash at the end. */
  readonly url: string
  readonly setManner: (manner: WebdavManner) => void
}

export async function startWebdav(options: WebdavOptions = {}): Promise<FakeWebdav> {
  const { user, password = '', base = '/dav' } = options
  let manner: WebdavManner = options
  const tree = createFileTree()
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const server = await startTroubledServer((request, response) => {
    request.resume()
    if (user !== undefined && request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="files"' }).end()
      return
    }
    const path = pathOf(request.url ?? '/', base)
    if (path === undefined) response.writeHead(404).end('<html>not here</html>')
    else if (request.method === 'PROPFIND') propfind({ request, response, tree, manner, base, path })
    else sendFile(request, response, tree.files.get(path), manner)
  })
  return {
    ...server,
    ...tree,
    url: server.url + base,
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
  const listed = [path, ...children].map((one) => one.replace(/\/$/, ''))
  const parts = listed.map((one) => responseOf(hrefOf(one, davRequest), tree.files.get(one), manner))
  parts.push(...alsoLists.map((href) => responseOf(href, undefined, manner)))
  const namespace = prefix === '' ? 'xmlns="DAV:"' : `xmlns:${prefix.slice(0, -1)}="DAV:"`
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<${prefix}multistatus ${namespace}>${parts.join('\n')}</${prefix}multistatus>`
  response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' }).end(body)
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
  const { ranges = true, etags = 'strong' } = manner
  const { status, headers, body } = respondBytes(file, ranges ? request.headers.range : undefined)
  response.writeHead(status, { ...headers, ...(etags === 'none' ? {} : { etag: etagOf(file, etags) }) })
  response.end(request.method === 'HEAD' ? undefined : body)
}
