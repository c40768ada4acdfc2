/** Files of a 115 drive, and links to them. */
import { createHash, randomBytes } from 'node:crypto'
import { respondBytes } from '../http/file-tree.ts'
import type { FakeIssuer } from './fake-issuer.ts'
import {
  bearerIn,
  type DriveItem,
  type DriveTree,
  type ProviderReply,
  type ProviderRequest,
} from './fake-provider.ts'
import type { FakeScans } from './fake-scans.ts'

export const cdn = 'cdnfhnfile.115cdn.net'
const linkMs = 60 * 60_000

/** What a link requires in addition to its address: nothing, the User-Agent of its request, or a cookie as well. */
export type LinkBond = 'none' | 'agent' | 'cookie'

export type Mark = 'trash' | 'unfinished' | 'locked' | 'kept'

export interface Disk115 {
  bond: LinkBond
  pageLength: number
  countsCalls: boolean
  listsInfo: boolean
  hasDateTexts: boolean
  calledAt: number
  refreshedAt: number
  readonly issuer: FakeIssuer
  readonly tree: DriveTree
  readonly scans: FakeScans
  /** PKCE challenges by scan. */
  readonly challenges: Map<string, string>
  readonly links: Map<string, Disk115Link>
  readonly marks: Map<string, Mark>
  readonly now: () => number
}

interface Disk115Link {
  readonly bytes: Buffer
  readonly modifiedAt: Date
  readonly until: number
  /** Undefined if any User-Agent may use the link. */
  readonly agent: string | undefined
  readonly cookie: string | undefined
}

/** Strings such as `"#1"` are written as numbers, which JavaScript would round. */
export const jsonReply = (value: object): ProviderReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value).replaceAll(/"#(\d+)"/g, '$1'),
})

/** The file API reports success as a boolean. */
const failed = (code: number) => jsonReply({ state: false, code, message: `<b>${code}</b>`, data: [] })

export function call(of: Disk115, request: ProviderRequest): ProviderReply {
  const { issuer, now } = of
  const { path, headers } = request
  if (!issuer.isGood(bearerIn(headers))) return failed(40140125)
  const isTooSoon = of.countsCalls && now() - of.calledAt < 1_000
  of.calledAt = now()
  if (isTooSoon) return failed(770004)
  switch (`${request.method} ${path}`) {
    case 'GET /open/user/info':
      return jsonReply(user)
    case 'GET /open/ufile/files':
      return list(of, request.query)
    case 'GET /open/folder/get_info':
      return info(of, request.query.get('file_id') ?? '')
    case 'POST /open/ufile/downurl':
      return link(of, request)
    default:
      return failed(40140132)
  }
}

const user = {
  state: true,
  message: '',
  code: 0,
  data: {
    user_id: 77,
    user_name: 'Haruka',
    rt_space_info: {
      all_total: { size: 1_099_511_627_776, size_format: '1.00TB' },
      all_remain: { size: '1099511627000', size_format: '1.00TB' },
      all_use: { size: '776', size_format: '776B' },
    },
    vip_info: { level_name: 'x', expire: 1_800_000_000 },
  },
}

/** A file or an unknown ID lists the root. */
function list({ tree, marks, pageLength }: Disk115, query: URLSearchParams): ProviderReply {
  const item = tree.find(query.get('cid') ?? '0')
  const folder = item && !item.bytes ? item : tree.root
  const all = tree.childrenOf(folder.id)
  const offset = Number(query.get('offset') ?? 0)
  const limit = Math.min(Number(query.get('limit') ?? 20), pageLength)
  const data = all.slice(offset, offset + limit).map((item, at) => itemOf(item, marks.get(item.id), at))
  const path = [
    { name: '根目录', cid: 0, pid: 0 },
    ...(folder === tree.root ? [] : [{ cid: `#${folder.id}` }]),
  ]
  const facts = { count: all.length, sys_count: 0, offset, limit, aid: 1, cid: `#${folder.id}`, path }
  return jsonReply({ state: true, message: '', code: 0, ...facts, data })
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const sha1Of = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex').toUpperCase()
const pickCodeOf = ({ id }: DriveItem) => `ab${id}`

/** Every second item has its numbers as strings. */
function itemOf(item: DriveItem, mark: Mark | undefined, at: number): object {
  const { id, name, parent = '0', bytes, modifiedAt } = item
  const drift = (number: number) => (at % 2 === 1 ? String(number) : number)
  const time = drift(seconds(modifiedAt))
  return {
    fid: at % 2 === 1 ? id : `#${id}`,
    aid: mark === 'trash' ? '7' : '1',
    pid: parent,
    fc: bytes ? '1' : '0',
    fn: name,
    pc: pickCodeOf(item),
    upt: time,
    uet: time,
    uppt: time,
    isp: mark === 'locked' ? 1 : 0,
    sha1: bytes ? sha1Of(bytes) : '',
    fs: drift(bytes?.length ?? 0),
    fta: mark === 'unfinished' ? '0' : '1',
    ico: '',
  }
}

/**
 * `data` is an object or a list with one entry, and an empty list if there is none (OpenListTeam/115-sdk-go, fs.go, UnmarshalJSON).
 * Times may be date strings (OpenListTeam/OpenList pull request 2816).
 */
function info({ tree, listsInfo, hasDateTexts }: Disk115, id: string): ProviderReply {
  const item = tree.find(id)
  if (!item) return jsonReply({ state: true, message: '', code: 0, data: [] })
  const { name, bytes, modifiedAt, parent = '0' } = item
  const time = hasDateTexts
    ? modifiedAt.toISOString().replace('T', ' ').slice(0, 16)
    : String(seconds(modifiedAt))
  const data = {
    file_id: id,
    file_name: name,
    file_category: bytes ? '1' : '0',
    pick_code: pickCodeOf(item),
    sha1: bytes ? sha1Of(bytes) : '',
    size: 'x',
    size_byte: bytes?.length ?? 0,
    utime: time,
    ptime: time,
    paths: [
      { file_id: '0', file_name: '根目录' },
      ...(parent === '0' ? [] : [{ file_id: parent, file_name: 'x' }]),
    ],
  }
  return jsonReply({ state: true, message: '', code: 0, data: listsInfo ? [data] : data })
}

function link(of: Disk115, { body, headers }: ProviderRequest): ProviderReply {
  const pickCode = new URLSearchParams(body).get('pick_code') ?? ''
  const item = of.tree.find(pickCode.slice(2))
  if (!item?.bytes) return failed(430004)
  const { id, name: file_name, bytes, modifiedAt } = item
  const facts = { file_name, file_size: bytes.length, pick_code: pickCode, sha1: sha1Of(bytes) }
  const reply = (url: object | false) =>
    jsonReply({ state: true, message: '', code: 0, data: { [id]: { ...facts, url } } })
  if (of.marks.get(id) === 'kept') return reply(false)
  const agent = headers['user-agent'] ?? ''
  const isBound = of.bond !== 'none' || agent !== ''
  const cookie = of.bond === 'cookie' ? randomBytes(6).toString('hex') : undefined
  const [name, until] = [randomBytes(12).toString('hex'), of.now() + linkMs]
  of.links.set(name, { bytes, modifiedAt, until, agent: isBound ? agent : undefined, cookie })
  const mode = cookie ? '3' : isBound ? '1' : ''
  const t = Math.floor(until / 1000)
  const response = reply({ url: `https://${cdn}/${name}/1.wav?t=${t}&u=77&s=0&d=x&c=0&f=${mode}&k=x` })
  const set = { 'set-cookie': `fake=${cookie}; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Path=/` }
  return cookie ? { ...response, headers: { ...response.headers, ...set } } : response
}

export function download({ links, now }: Disk115, { path, headers }: ProviderRequest): ProviderReply {
  const found = links.get(path.split('/')[1] ?? '')
  const isTheirs =
    found &&
    (found.agent === undefined || found.agent === (headers['user-agent'] ?? '')) &&
    (found.cookie === undefined || (headers.cookie ?? '').includes(`fake=${found.cookie}`))
  if (!isTheirs || found.until <= now() || headers.authorization !== undefined)
    return { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>403 Forbidden</h1>' }
  return respondBytes({ ...found, etag: '' }, headers.range)
}
