/** Serves the files of the web client. Every page is index.html; the client does its own routing. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Locale } from '@koedana/contract/values.ts'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  RouteHandlerMethod,
} from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { readLocale } from './errors.ts'
import { createFirstFrameRenderer } from './first-frame.ts'
import type { Guard } from './guard.ts'
import { sendText } from './send.ts'
import { serverUrlOf } from './sub-path.ts'

const immutable = 'public, max-age=31536000, immutable'

/**
 * Returns the HTML head of the link preview for a work, as any visitor may see it. Undefined if the work does not exist or visitors
 * may not see it.
 */
export type RenderWorkPreview = (
  workId: string,
  reader: { readonly locale: Locale; readonly origin: string },
) => Promise<string | undefined>

export interface WebSources {
  readonly folder: string
  /** The base path of all routes, such as `/koedana`; `''` without one. */
  readonly subPath: string
  readonly previewWork?: RenderWorkPreview | undefined
  readonly guard: Pick<Guard, 'knock'>
}

export async function serveWeb(
  app: FastifyInstance,
  { folder, subPath, previewWork, guard }: WebSources,
): Promise<void> {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return
  const plain = withBasePath(await readFile(index, 'utf8'), subPath)
  await app.register(fastifyStatic, {
    root: folder,
    // The first page has its own headers, like all pages.
    index: false,
    wildcard: false,
    preCompressed: true,
    // Each file gets a route, which takes time at startup. Compressed variants need none: they are sent in place of the original.
    globIgnore: ['**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? immutable : 'no-cache')
    },
  })
  // The file has a compressed variant, so it is sent unless the HTML must be changed.
  const page: RouteHandlerMethod = (request, reply) =>
    subPath === '' ? reply.sendFile('index.html') : sendPage(request, reply, plain)
  app.get('/oauth/*', { onSend: preventLeaks }, page)
  const links = await readLinks(folder, subPath)
  const seeFirst = await createFirstFrameRenderer(app, { folder, subPath })
  // The page is sent without a preview if the database is unreachable or the caller is over the rate limit.
  const previewFor = async (workId: string, request: FastifyRequest) => {
    try {
      guard.knock({ access: 'public', rate: 'read' }, request.ip)
      return await previewWork?.(workId, readerOf(request))
    } catch {
      return undefined
    }
  }
  rejectWrites(app)
  app.get('/*', async (request, reply) => {
    // A missing asset of another build must be 404, so that a tab of that build notices the update.
    if (!isPage(request)) return reply.callNotFound()
    const [path = '/'] = request.url.split('?', 1)
    const name = links.has(path) ? path : `${path.slice(0, path.lastIndexOf('/'))}/*`
    const workId = /^\/work\/(\w{1,20})$/.exec(path)?.[1]
    const [head, sight] = await Promise.all([
      workId && previewFor(workId, request),
      seeFirst(name, request).catch(() => undefined),
    ])
    const link = links.get(name)
    if (link) void reply.header('link', link)
    if (!head && !sight) return page.call(app, request, reply)
    return sendPage(
      request,
      reply,
      insertFirstFrame(head ? plain.replace('</head>', () => `${head}</head>`) : plain, sight),
    )
  })
}

const isPage = ({ url }: FastifyRequest): boolean => !url.startsWith('/api/') && !url.startsWith('/assets/')

/** Responds to write requests for pages with 405 before a body is read. */
function rejectWrites(app: FastifyInstance): void {
  const refuse: onRequestHookHandler = (request, reply, done) => {
    if (isPage(request)) void reply.header('allow', 'GET, HEAD')
    done(new AppError(isPage(request) ? 'methodNotAllowed' : 'notFound'))
  }
  const method = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  app.route({ method, url: '/*', onRequest: refuse, handler: (_request, reply) => reply.callNotFound() })
}

const readerOf = (request: FastifyRequest) => ({
  locale: readLocale(request.headers['accept-language']),
  origin: serverUrlOf(request),
})

/** Rewrites the file URLs of the page to the base path, and sets `data-path`, which the client reads. */
const withBasePath = (page: string, subPath: string): string =>
  subPath === ''
    ? page
    : page
        .replaceAll(/ (href|src)="\//g, (_, name: string) => ` ${name}="${subPath}/`)
        .replace('<html ', () => `<html data-path="${subPath}" `)

/** Matches the placeholder in index.html that is shown until the client starts. */
const placeholderPattern = /(<div class="boot-page">).*?(<\/div>)/s

/** Matches the script tags of the build: the program and its preloaded modules. */
const programPattern = /<script type="module"[^>]* src="([^"]+)"><\/script>/
const modulePattern = /\s*<link rel="modulepreload"[^>]*>/g

/**
 * Shows the covers first: `boot.js` starts the program after they are painted. Meanwhile the `Link` header preloads the same
 * modules at low priority.
 */
function insertFirstFrame(page: string, sight = ''): string {
  if (sight === '') return page
  const seen = page.replace(placeholderPattern, (_, begin: string, end: string) => begin + sight + end)
  const file = programPattern.exec(seen)?.[1]
  if (!file || !sight.includes('<img ')) return seen
  return seen
    .replaceAll(modulePattern, '')
    .replace(programPattern, '')
    .replace('<html ', () => `<html data-program="${file}" `)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`
  void reply.headers({
    etag,
    'cache-control': 'no-cache',
    vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
  })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return sendText(request, reply.type('text/html; charset=utf-8'), Buffer.from(page))
}

/** Returns the `Link` header of each page: the files it needs first, as the build recorded them. A page may be `/work/*`. */
async function readLinks(folder: string, subPath: string): Promise<ReadonlyMap<string, string>> {
  const file = join(folder, '.vite', 'first-files.json')
  if (!existsSync(file)) return new Map()
  const first: Readonly<Record<string, readonly string[]>> = JSON.parse(await readFile(file, 'utf8'))
  const linkTo = (name: string) => `<${subPath}/${name}>; rel=modulepreload; crossorigin; fetchpriority=low`
  const boot = `<${subPath}/boot.js>; rel=preload; as=script`
  return new Map(
    Object.entries(first).map(([page, files]) => [page, [boot, ...files.map(linkTo)].join(', ')]),
  )
}

/** The callback URL of a drive provider contains a code, so it must not be sent as a referrer or cached. */
const preventLeaks: onSendHookHandler = (_request, reply, payload, done) => {
  void reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  done(null, payload)
}
