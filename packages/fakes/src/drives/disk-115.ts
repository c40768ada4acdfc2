/** 115, according to the SDKs of its open platform: HTTP 200 in any case, and varying types. */
import { createHash } from 'node:crypto'
import { call, cdn, type Disk115, download, jsonReply, type LinkBond, type Mark } from './disk-115-files.ts'
import { authorise, createIssuer, type IssuedTokens } from './fake-issuer.ts'
import {
  createDriveTree,
  type FakeProvider,
  type ProviderReply,
  type ProviderRequest,
} from './fake-provider.ts'
import { createFakeScans, type FakeScans } from './fake-scans.ts'

const [passport, qrcode, api] = ['passportapi.115.com', 'qrcodeapi.115.com', 'proapi.115.com'] as const
const [firstSeconds, accessSeconds] = [7_200, 2_592_000]
/** Minimum time between two refreshes. */
const refreshMs = 10_000
const maxPageSize = 1_150

export interface FakeDisk115 extends FakeProvider {
  readonly scans: FakeScans
  /** Links that are requested without a User-Agent work for any client, unless all are bound. */
  readonly bindLinks: (bond: LinkBond) => void
  /** Limits the page length. */
  readonly shortenPages: (length: number) => void
  /** Rejects the second call within a second. */
  readonly countCalls: () => void
  /** `get_info` returns a list with one entry, and times as strings. */
  readonly driftInfo: () => void
  /** Marks the file as trashed, incomplete or locked. */
  readonly mark: (path: string, as: Mark) => void
}

export function createDisk115(now: () => number): FakeDisk115 {
  const manner = { codeMs: 600_000, accessMs: firstSeconds * 1000, refreshTokens: 'once' } as const
  const issuer = createIssuer('disk115', manner, now)
  const tree = createDriveTree('0', (number) => String(2_990_000_000_000_000_000n + BigInt(number * 2 + 1)))
  const scans = createFakeScans(issuer, now)
  const shapes = { listsInfo: false, hasDateTexts: false }
  const switches = { bond: 'none', pageLength: maxPageSize, countsCalls: false } as const
  const kept = { challenges: new Map(), links: new Map(), marks: new Map(), calledAt: 0, refreshedAt: 0 }
  const of: Disk115 = { ...switches, ...shapes, ...kept, issuer, tree, scans, now }
  return {
    name: 'disk_115',
    hosts: [passport, qrcode, api, cdn],
    issuer,
    tree,
    scans,
    hasTwins: true,
    endLinks: () => of.links.clear(),
    bindLinks: (bond) => {
      of.bond = bond
    },
    shortenPages: (length) => {
      of.pageLength = length
    },
    countCalls: () => {
      of.countsCalls = true
    },
    driftInfo: () => {
      of.listsInfo = true
      of.hasDateTexts = true
    },
    mark: (path, as) => void of.marks.set(tree.at(path)?.id ?? '', as),
    reply: (request) => {
      const { host, path } = request
      if (host === cdn) return download(of, request)
      if (host === qrcode) return scanned(of, request)
      if (host === api) return call(of, request)
      if (path === '/open/authorize') return authorise(request, issuer, () => ({ hasRefresh: true }))
      return tokens(of, request)
    },
  }
}

/** The login API reports success as a number. */
const passed = (data: object) => jsonReply({ state: 1, code: 0, message: '', data, error: '', errno: 0 })
const refused = (code: number) =>
  jsonReply({ state: 0, code, message: `<b>${code}</b>`, data: [], error: 'refused', errno: code })

function tokens(of: Disk115, request: ProviderRequest): ProviderReply {
  const form = new URLSearchParams(request.body)
  const isForm = /urlencoded/.test(request.headers['content-type'] ?? '') && request.method === 'POST'
  if (!isForm) return refused(40140132)
  switch (request.path) {
    case '/open/authCodeToToken':
      return exchange(of, form)
    case '/open/refreshToken':
      return refresh(of, form)
    case '/open/authDeviceCode':
      return beginScan(of, form)
    case '/open/deviceCodeToToken':
      return endScan(of, form)
    default:
      return { status: 404, body: 'not found' }
  }
}

const granted = ({ accessToken, refreshToken }: IssuedTokens, expires_in: number) =>
  passed({ access_token: accessToken, refresh_token: refreshToken, expires_in })

function exchange({ issuer }: Disk115, form: URLSearchParams): ProviderReply {
  const [clientId = '', clientSecret = '', code = '', redirectUri = ''] = [
    'client_id',
    'client_secret',
    'code',
    'redirect_uri',
  ].map((name) => form.get(name) ?? '')
  if (form.get('grant_type') !== 'authorization_code') return refused(40140132)
  const got = issuer.exchange({ app: { clientId, clientSecret }, code, redirectUri, verifier: undefined })
  if (got === 'invalid_client') return refused(40140133)
  if (got === 'redirect_uri_mismatch') return refused(40140136)
  return typeof got === 'string' ? refused(40140134) : granted(got, firstSeconds)
}

/** A refresh must contain the token only. */
function refresh(of: Disk115, form: URLSearchParams): ProviderReply {
  const { issuer, now } = of
  if ([...form.keys()].join() !== 'refresh_token') return refused(40140114)
  if (now() - of.refreshedAt < refreshMs) return refused(40140117)
  const got = issuer.refresh({ app: issuer.app, refreshToken: form.get('refresh_token') ?? '' })
  if (typeof got === 'string') return refused(40140116)
  of.refreshedAt = now()
  return granted(got, accessSeconds)
}

function beginScan({ issuer, scans, challenges, now }: Disk115, form: URLSearchParams): ProviderReply {
  if (form.get('client_id') !== issuer.app.clientId) return refused(40140106)
  if (form.get('code_challenge_method') !== 'sha256') return refused(40140103)
  const uid = scans.begin()
  challenges.set(uid, form.get('code_challenge') ?? '')
  return passed({
    uid,
    time: Math.floor(now() / 1000),
    qrcode: `https://115.com/scan/dg-${uid}`,
    sign: `s${uid}`,
  })
}

function scanned({ scans }: Disk115, { query }: ProviderRequest): ProviderReply {
  const uid = query.get('uid') ?? ''
  const state = query.get('sign') === `s${uid}` && query.has('time') ? scans.stateOf(uid) : 'over'
  if (state === 'over')
    return jsonReply({ state: 0, code: 40199002, message: 'key invalid', data: '', error: '', errno: 0 })
  if (state === 'waiting') return passed({})
  return passed({ msg: 'x', status: state === 'seen' ? 1 : 2, version: '1.0' })
}

/** The digest uses standard base64, not base64url. */
function endScan({ issuer, scans, challenges }: Disk115, form: URLSearchParams): ProviderReply {
  const uid = form.get('uid') ?? ''
  const digest = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64')
  const isRight = [...form.keys()].length === 2 && challenges.get(uid) === digest
  if (!isRight || scans.stateOf(uid) !== 'confirmed') return refused(40140112)
  challenges.delete(uid)
  const code = scans.codeOf(uid)
  const got = issuer.exchange({ app: issuer.app, code, redirectUri: undefined, verifier: undefined })
  return typeof got === 'string' ? refused(40140112) : granted(got, firstSeconds)
}
