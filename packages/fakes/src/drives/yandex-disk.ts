/** Yandex Disk, according to its documentation of OAuth and of the REST API. */
import { createHash, randomBytes } from 'node:crypto'
import { respondBytes } from '../http/file-tree.ts'
import { authorise, createIssuer, type FakeIssuer, type IssuedTokens, tokenReply } from './fake-issuer.ts'
import {
  createDriveTree,
  type DriveItem,
  type DriveTree,
  type FakeProvider,
  json,
  type ProviderReply,
  type ProviderRequest,
  plain,
} from './fake-provider.ts'

const [oauth, api, otherApi, downloader, storage] = [
  'oauth.yandex.com',
  'cloud-api.yandex.net',
  'cloud-api.yandex.com',
  'downloader.disk.yandex.ru',
  's1.storage.yandex.net',
] as const
const accessSeconds = 31_536_000
const linkMs = 60 * 60_000
/** Default page size. */
const defaultLimit = 20

export interface FakeYandexDisk extends FakeProvider {
  /** Accepts the `Bearer` scheme too, which an older client sends after a refresh. */
  readonly tolerateBearers: () => void
  /** Fills pages completely; some clients take a shorter one for the last. */
  readonly fillPages: () => void
}

interface Yandex {
  schemes: RegExp
  maxPageSize: number
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  readonly links: Map<string, { readonly bytes: Buffer; readonly modifiedAt: Date; readonly until: number }>
  /** Tokens that were issued for a device; only these can be revoked. */
  readonly ofDevices: Set<string>
  readonly now: () => number
}

export function createYandexDisk(now: () => number): FakeYandexDisk {
  const manner = { codeMs: 600_000, accessMs: accessSeconds * 1000, refreshTokens: 'once' } as const
  const issuer = createIssuer('yandex', { ...manner, keepsAccess: true }, now)
  const tree = createDriveTree('root', (number) => `1:${number}`)
  const of: Yandex = {
    schemes: /^OAuth (.+)$/,
    maxPageSize: 50,
    issuer,
    tree,
    links: new Map(),
    ofDevices: new Set(),
    now,
  }
  return {
    name: 'yandex_disk',
    hosts: [oauth, api, otherApi, downloader, storage],
    issuer,
    tree,
    endLinks: () => of.links.clear(),
    tolerateBearers: () => {
      of.schemes = /^(?:OAuth|Bearer) (.+)$/
    },
    fillPages: () => {
      of.maxPageSize = 1_000
    },
    reply: (request) => {
      const { host, path } = request
      if (host === downloader || host === storage) return download(of, request)
      if (path === '/authorize') return authorise(request, issuer, () => ({ hasRefresh: true }))
      if (path === '/token') return token(of, request)
      if (path === '/revoke_token') return revoke(of, request)
      return call(of, request)
    },
  }
}

function token({ issuer, ofDevices }: Yandex, request: ProviderRequest): ProviderReply {
  const form = new URLSearchParams(request.body)
  const isOfDevice = form.has('device_id') || ofDevices.has(form.get('refresh_token') ?? '')
  return tokenReply(request, issuer, ({ accessToken, refreshToken }: IssuedTokens) => {
    for (const one of isOfDevice ? [accessToken, refreshToken] : []) if (one) ofDevices.add(one)
    return {
      access_token: accessToken,
      // The API sometimes returns this number as a string.
      expires_in: String(accessSeconds),
      refresh_token: refreshToken,
      token_type: 'bearer',
    }
  })
}

function revoke({ issuer, ofDevices }: Yandex, { body }: ProviderRequest): ProviderReply {
  const form = new URLSearchParams(body)
  if (form.get('client_secret') !== issuer.app.clientSecret) return json(400, { error: 'invalid_client' })
  if (!ofDevices.has(form.get('access_token') ?? '')) return json(400, { error: 'unsupported_token_type' })
  issuer.revoke()
  return json(200, { status: 'ok' })
}

const refused = (status: number, error: string) =>
  json(status, { error, message: error, description: `<b>${error}</b>` })

function call(yandex: Yandex, { path, query, headers }: ProviderRequest): ProviderReply {
  const given = yandex.schemes.exec(headers.authorization ?? '')?.[1]
  if (!yandex.issuer.isGood(given)) return refused(401, 'UnauthorizedError')
  if (/^\/v1\/disk\/?$/.test(path)) return json(200, disk)
  const item = itemAt(yandex.tree, query.get('path') ?? '')
  if (!item) return refused(404, 'DiskNotFoundError')
  if (path === '/v1/disk/resources') return json(200, resource(yandex, item, query))
  return path === '/v1/disk/resources/download' ? link(yandex, item) : refused(404, 'NotFoundError')
}

const disk = {
  total_space: 10_737_418_240,
  used_space: 1,
  trash_size: 0,
  user: { country: 'ru', login: 'haruka@yandex.example', display_name: 'Haruka', uid: '1' },
}

const itemAt = (tree: DriveTree, path: string): DriveItem | undefined =>
  tree.at(path.replace(/^disk:/, '').replace(/^\/+|\/$/g, ''))

function resource({ tree, maxPageSize }: Yandex, item: DriveItem, query: URLSearchParams): object {
  const described = describe(tree, item)
  if (item.bytes) return described
  const all = tree.childrenOf(item.id)
  const offset = Number(query.get('offset') ?? 0)
  const limit = Math.min(Number(query.get('limit') ?? defaultLimit), maxPageSize)
  const items = all.slice(offset, offset + limit).map((one) => describe(tree, one))
  return {
    ...described,
    _embedded: { sort: '', path: described.path, limit, offset, total: all.length, items },
  }
}

function describe(tree: DriveTree, item: DriveItem) {
  const { id, name, bytes, modifiedAt } = item
  const at = modifiedAt.toISOString().replace(/\.\d+Z$/, '+00:00')
  const described = { name: name || 'disk', path: `disk:/${tree.pathOf(item)}`, created: at, modified: at }
  if (!bytes) return { ...described, type: 'dir', resource_id: id }
  const [md5, sha256] = ['md5', 'sha256'].map((one) => createHash(one).update(bytes).digest('hex'))
  return { ...described, type: 'file', resource_id: id, size: bytes.length, md5, sha256, media_type: 'audio' }
}

function link({ links, now }: Yandex, { bytes, modifiedAt }: DriveItem): ProviderReply {
  if (!bytes) return refused(400, 'FieldValidationError')
  const name = randomBytes(12).toString('hex')
  links.set(name, { bytes, modifiedAt, until: now() + linkMs })
  return json(200, { href: `https://${downloader}/disk/${name}`, method: 'GET', templated: false })
}

/** The first URL redirects to the content. */
function download({ links, now }: Yandex, { host, path, headers }: ProviderRequest): ProviderReply {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found = links.get(name)
  if (!found || found.until <= now()) return plain(410, 'this link is over')
  const isFirst = host === downloader && !path.includes(storage)
  if (isFirst) return { status: 302, headers: { location: `/${storage}/rdisk/${name}` } }
  return respondBytes({ ...found, etag: '' }, headers.range)
}
