/** pCloud, according to its documentation of methods. The account is in the European region; American hosts do not know it. */
import { createHash, randomBytes } from 'node:crypto'
import { respondBytes } from '../http/file-tree.ts'
import { authorise, createIssuer, type FakeIssuer } from './fake-issuer.ts'
import {
  bearerIn,
  createDriveTree,
  type DriveItem,
  type DriveTree,
  type FakeProvider,
  type ProviderReply,
  type ProviderRequest,
  plain,
} from './fake-provider.ts'

const [my, america, europe] = ['my.pcloud.com', 'api.pcloud.com', 'eapi.pcloud.com'] as const
const dataHosts = ['p-ams1.pcloud.com', 'p-par1.pcloud.com'] as const
const linkMs = 6 * 60 * 60_000

export interface FakePCloud extends FakeProvider {
  /** Redirects without the state, as pCloud sometimes does, and optionally without the region. */
  readonly dropState: (more?: { readonly dropsRegion: boolean }) => void
  /** Lists a whole drive at once, as pCloud formerly did. */
  readonly listWhole: () => void
  /** The first host of a link rejects requests, as sometimes happens. */
  readonly breakFirstHost: () => void
}

interface PCloud {
  hasState: boolean
  hasRegion: boolean
  listsWhole: boolean
  brokenHost: string | undefined
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  readonly links: Map<string, PCloudLink>
  readonly now: () => number
}

interface PCloudLink {
  readonly bytes: Buffer
  readonly modifiedAt: Date
  readonly until: number
  readonly address: string
}

export function createPCloud(now: () => number): FakePCloud {
  const issuer = createIssuer('pcloud', { codeMs: 600_000, accessMs: undefined, refreshTokens: 'none' }, now)
  const tree = createDriveTree('0', (number) => String(9_007_199_254_740_992n + BigInt(number * 2 + 1)))
  const switches = { hasState: true, hasRegion: true, listsWhole: false, brokenHost: undefined }
  const of: PCloud = { ...switches, issuer, tree, links: new Map(), now }
  return {
    name: 'pcloud',
    hosts: [my, america, europe, ...dataHosts],
    issuer,
    tree,
    hasLastingTokens: true,
    extra: { host: europe },
    endLinks: () => of.links.clear(),
    dropState: ({ dropsRegion } = { dropsRegion: false }) => {
      of.hasState = false
      of.hasRegion = !dropsRegion
    },
    listWhole: () => {
      of.listsWhole = true
    },
    breakFirstHost: () => {
      of.brokenHost = dataHosts[0]
    },
    reply: (request) => {
      const { host } = request
      if (dataHosts.some((one) => one === host)) return download(of, request)
      if (host === my) return authorise(request, issuer, () => consentOf(of))
      return request.path === '/oauth2_token' ? token(of, request) : call(of, request)
    },
  }
}

const consentOf = ({ hasState, hasRegion }: PCloud) => ({
  hasRefresh: false,
  dropsState: !hasState,
  parameters: hasRegion ? { locationid: '2', hostname: europe } : {},
})

/** Strings such as `"#1"` are written as numbers, which JavaScript would round. */
const jsonReply = (value: object): ProviderReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value).replaceAll(/"#(\d+)"/g, '$1'),
})

const refused = (result: number, error: string) => jsonReply({ result, error })

/** Reads only these three fields. A code of the other region is unknown and stays valid. */
function token({ issuer }: PCloud, { host, body, query }: ProviderRequest): ProviderReply {
  const form = new URLSearchParams(body || query)
  const [clientId = '', clientSecret = '', code = ''] = ['client_id', 'client_secret', 'code'].map(
    (name) => form.get(name) ?? '',
  )
  const wrongCode = refused(2012, "Invalid 'code' provided.")
  if (form.size !== 3) return refused(1004, 'No more than three parameters.')
  if (host === america) return wrongCode
  const got = issuer.exchange({
    app: { clientId, clientSecret },
    code,
    redirectUri: undefined,
    verifier: undefined,
  })
  if (got === 'invalid_client') return refused(2064, "Invalid <b>'client_id'</b> provided.")
  if (typeof got === 'string') return wrongCode
  return jsonReply({ result: 0, uid: 5, access_token: got.accessToken, token_type: 'bearer', locationid: 2 })
}

function call(pCloud: PCloud, request: ProviderRequest): ProviderReply {
  const { path, query, headers, host } = request
  if (headers.referer !== undefined) return refused(7010, 'Invalid link referer.')
  const isGood = pCloud.issuer.isGood(bearerIn(headers) ?? query.get('access_token') ?? undefined)
  if (!isGood || host !== europe) return refused(2094, "Invalid 'access_token' provided.")
  switch (path) {
    case '/userinfo':
      return jsonReply(user)
    case '/listfolder':
      return folder(pCloud, query)
    case '/stat':
      return withFile(pCloud, query, (item) => jsonReply({ result: 0, metadata: metadata(pCloud, item) }))
    case '/getfilelink':
      return withFile(pCloud, query, (item) => link(pCloud, item, request))
    default:
      return refused(1004, 'No such method.')
  }
}

const user = {
  result: 0,
  userid: 5,
  email: 'haruka@pcloud.example',
  emailverified: true,
  premium: false,
  quota: 10_737_418_240,
  usedquota: 1,
  plan: 0,
  language: 'en',
}

function folder(pCloud: PCloud, query: URLSearchParams): ProviderReply {
  const item = pCloud.tree.find(query.get('folderid') ?? '')
  if (!item || item.bytes) return refused(2005, 'Directory does not exist.')
  const isWhole = query.get('recursive') === '1'
  if (isWhole && item.id === '0' && !pCloud.listsWhole) return refused(1101, 'Not possible for the root.')
  const found = contents(pCloud, item, { isWhole, hasFiles: query.get('nofiles') !== '1' })
  return jsonReply({ result: 0, metadata: { ...metadata(pCloud, item), contents: found } })
}

interface Wanted {
  readonly isWhole: boolean
  readonly hasFiles: boolean
}

const contents = (pCloud: PCloud, { id }: DriveItem, wanted: Wanted): object[] =>
  pCloud.tree
    .childrenOf(id)
    .filter(({ bytes }) => wanted.hasFiles || !bytes)
    .map((item) => {
      const { bytes } = item
      const inside = bytes || !wanted.isWhole ? {} : { contents: contents(pCloud, item, wanted) }
      return { ...metadata(pCloud, item), ...inside }
    })

function withFile(
  { tree }: PCloud,
  query: URLSearchParams,
  reply: (item: DriveItem) => ProviderReply,
): ProviderReply {
  const item = tree.find(query.get('fileid') ?? '')
  return item?.bytes ? reply(item) : refused(2009, 'File not found.')
}

function metadata({ tree }: PCloud, item: DriveItem): object {
  const { id, name, parent, bytes, modifiedAt } = item
  const at = modifiedAt.toUTCString().replace('GMT', '+0000')
  const facts = { name: name || '/', created: at, modified: at, ismine: true, thumb: false, isshared: false }
  const parentfolderid = parent === undefined ? {} : { parentfolderid: `#${parent}` }
  if (!bytes) return { ...facts, ...parentfolderid, id: `d${id}`, isfolder: true, folderid: `#${id}` }
  return {
    ...facts,
    ...parentfolderid,
    path: `/${tree.pathOf(item)}`,
    id: `f${id}`,
    isfolder: false,
    fileid: `#${id}`,
    size: bytes.length,
    hash: hashOf(bytes),
    contenttype: 'audio/wav',
    category: 3,
  }
}

const hashOf = (bytes: Buffer) =>
  `#${createHash('sha1').update(bytes).digest().readBigUInt64BE() | 0x8000_0000_0000_0000n}`

function link(
  { links, now }: PCloud,
  { bytes, modifiedAt }: DriveItem,
  { address }: ProviderRequest,
): ProviderReply {
  if (!bytes) return refused(2009, 'File not found.')
  const [name, until] = [randomBytes(12).toString('hex'), now() + linkMs]
  links.set(name, { bytes, modifiedAt, until, address })
  const expires = new Date(until).toUTCString().replace('GMT', '+0000')
  const facts = { dwltag: 'x', hash: hashOf(bytes), size: bytes.length }
  return jsonReply({ result: 0, ...facts, expires, path: `/c${name}/file`, hosts: dataHosts })
}

/** A link works only for the IP address that requested it. */
function download(
  { links, now, brokenHost }: PCloud,
  { host, path, headers, address }: ProviderRequest,
): ProviderReply {
  const found = links.get(path.split('/')[1]?.slice(1) ?? '')
  const isForThem = found?.address === address && host !== brokenHost
  if (!found || !isForThem || headers.referer !== undefined || found.until <= now())
    return plain(410, 'This link was generated for another IP address')
  return respondBytes({ ...found, etag: '' }, headers.range)
}
