/** The browser's files. Every page is index.html; the client finds its own way, and sends unknown paths home. */
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
import { createFirstSight } from './first-frame.ts'
import type { Guard } from './guard.ts'
import { sendText } from './send.ts'
import { siteOf } from './sub-path.ts'

const immutable = 'public, max-age=31536000, immutable'

/**
 * Writes what other sites show of the page of a work, as HTML for its head: what any visitor may see of it. Undefined for
 * a work that they may not see, which is one that does not exist.
 */
export type PreviewWork = (
  workId: string,
  reader: { readonly locale: Locale; readonly origin: string },
) => Promise<string | undefined>

export interface WebSources {
  readonly folder: string
  /** The path that everything lies below, as `/koedana`; `''` without one. */
  readonly subPath: string
  readonly previewWork?: PreviewWork | undefined
  readonly guard: Pick<Guard, 'knock'>
}

export async function serveWeb(
  app: FastifyInstance,
  { folder, subPath, previewWork, guard }: WebSources,
): Promise<void> {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return
  const plain = belowPath(await readFile(index, 'utf8'), subPath)
  await app.register(fastifyStatic, {
    root: folder,
    // The first page has headers of its own, as all pages.
    index: false,
    wildcard: false,
    preCompressed: true,
    // Each has a route, which takes time at a start: a compressed file is sent for the file it is made of.
    globIgnore: ['**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? immutable : 'no-cache')
    },
  })
  // The file is compressed already, so it is sent where nothing has to be said in it.
  const page: RouteHandlerMethod = (request, reply) =>
    subPath === '' ? reply.sendFile('index.html') : sendPage(request, reply, plain)
  app.get('/oauth/*', { onSend: keepToItself }, page)
  const links = await readLinks(folder, subPath)
  const seeFirst = await createFirstSight(app, { folder, subPath })
  // The page comes without a preview too: where the database is away, and to an address that has read its share.
  const previewFor = async (workId: string, request: FastifyRequest) => {
    try {
      guard.knock({ access: 'public', rate: 'read' }, request.ip)
      return await previewWork?.(workId, readerOf(request))
    } catch {
      return undefined
    }
  }
  refuseChanges(app)
  app.get('/*', async (request, reply) => {
    // A file of another build is no page: a tab that still runs that one has to learn it.
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
      withSight(head ? plain.replace('</head>', () => `${head}</head>`) : plain, sight),
    )
  })
}

const isPage = ({ url }: FastifyRequest): boolean => !url.startsWith('/api/') && !url.startsWith('/assets/')

/** A page is there, and is only read: whoever would change it is told so before a body is read. */
function refuseChanges(app: FastifyInstance): void {
  const refuse: onRequestHookHandler = (request, reply, done) => {
    if (isPage(request)) void reply.header('allow', 'GET, HEAD')
    done(new AppError(isPage(request) ? 'methodNotAllowed' : 'notFound'))
  }
  const method = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  app.route({ method, url: '/*', onRequest: refuse, handler: (_request, reply) => reply.callNotFound() })
}

const readerOf = (request: FastifyRequest) => ({
  locale: readLocale(request.headers['accept-language']),
  origin: siteOf(request),
})

/** Returns the page with its own files below that path, which it names: the client reads `data-path`. */
const belowPath = (page: string, subPath: string): string =>
  subPath === ''
    ? page
    : page
        .replaceAll(/ (href|src)="\//g, (_, name: string) => ` ${name}="${subPath}/`)
        .replace('<html ', () => `<html data-path="${subPath}" `)

/** Matches in index.html the drawing that stands until the program starts. */
const drawing = /(<div class="boot-page">).*?(<\/div>)/s

/** Matches what the build has the browser load: the program, and the modules that it begins with. */
const program = /<script type="module"[^>]* src="([^"]+)"><\/script>/
const modules = /\s*<link rel="modulepreload"[^>]*>/g

/**
 * Covers come first: `boot.js` begins the program once they are painted, and the `Link` header, which names the same modules,
 * has them loaded meanwhile with what the covers leave of the line.
 */
function withSight(page: string, sight = ''): string {
  if (sight === '') return page
  const seen = page.replace(drawing, (_, begin: string, end: string) => begin + sight + end)
  const file = program.exec(seen)?.[1]
  if (!file || !sight.includes('<img ')) return seen
  return seen
    .replaceAll(modules, '')
    .replace(program, '')
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

/**
 * Returns the `Link` header of each page: the files it begins with, as the build wrote them down. A page may be `/work/*`.
 */
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

/** The address of a page that a provider of drives leads back to has a code in it: it is sent to nobody and kept nowhere. */
const keepToItself: onSendHookHandler = (_request, reply, payload, done) => {
  void reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  done(null, payload)
}
