// @module-tag large
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { type Destination, destinations, outboundDestinations } from '@koedana/contract/destinations.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

eachEngine((engine) => {
  let here: World
  let admin: SignedInPerson
  beforeEach(async () => {
    here = await startTestServer(engine)
    admin = await here.signIn({ role: roleOf.admin })
  })
  afterEach(() => here.close())

  const read = async () => {
    const { items } = await admin.call(api.listDestinations, {})
    return new Map<string, Destination>(items.map((item) => [item.destination, item]))
  }

  test('a new server lists every destination, with what is on', async () => {
    const found = await read()
    expect([...found.keys()]).toEqual([...destinations])
    const host = (name: string, isOn = true) => ({ host: name, name: null, isOn })
    expect(found.get('marketplace')).toMatchObject({ state: 'on', addresses: [host('www.dlsite.com')] })
    expect(found.get('marketplaceImages')).toMatchObject({ state: 'on', addresses: [host('img.dlsite.jp')] })
    for (const unused of ['webdav', 's3', 'drives', 'oidc'])
      expect(found.get(unused)).toMatchObject({ state: 'unused', addresses: [] })
    expect(found.get('npmRegistry')).toMatchObject({ state: 'installOnly', addresses: [] })
    expect(found.get('postgresql')?.state).toBe(engine.name === 'postgres' ? 'on' : 'unused')
  })

  test('the switch of the marketplace turns off its images too', async () => {
    await admin.call(api.updateSiteSettings, {
      body: { marketplace: { enabled: false, baseUrl: 'https://mirror.example:8443/x' } },
    })
    const found = await read()
    for (const name of ['marketplace', 'marketplaceImages'])
      expect(found.get(name)).toMatchObject({
        state: 'off',
        addresses: [{ host: 'mirror.example:8443', isOn: false }],
      })
  })

  test('storages and the sign-in provider are listed by host, without paths and secrets', async () => {
    const storage = (root: string, more: object) => ({
      root,
      name: '',
      unknown_age_category: 'all' as const,
      ...more,
    })
    const webdav = (url: string) => JSON.stringify({ kind: 'webdav', url, user: 'secret-user' })
    const s3 = JSON.stringify({
      kind: 's3',
      endpoint: 'https://s3.example',
      region: 'r',
      bucket: 'secret-bucket',
      accessKeyId: 'secret-id',
    })
    await here.deps.write
      .insertInto('storage')
      .values([
        {
          ...storage('https://dav.example/secret-path', { name: 'NAS' }),
          kind: 'webdav',
          options: webdav('https://dav.example/secret-path'),
          enabled: 1,
        },
        {
          ...storage('https://[fd00::1]:5006/', {}),
          kind: 'webdav',
          options: webdav('https://[fd00::1]:5006/'),
          enabled: 0,
        },
        { ...storage('s3://x', {}), kind: 's3', options: s3, enabled: 0 },
      ])
      .execute()
    await admin.call(api.updateSiteSettings, {
      body: { proxies: { webdav: 'http://user:secret-pass@proxy.example:3128' } },
    })
    const found = await read()
    expect(found.get('webdav')).toEqual({
      destination: 'webdav',
      state: 'on',
      addresses: [
        { host: 'dav.example', name: 'NAS', isOn: true },
        { host: '[fd00::1]:5006', name: null, isOn: false },
      ],
      proxyHost: 'proxy.example:3128',
    })
    expect(found.get('s3')).toMatchObject({ state: 'off', addresses: [{ host: 's3.example', isOn: false }] })
    expect(JSON.stringify([...found])).not.toContain('secret')
  })

  test('only administrators may read it', async () => {
    await expect(here.call(api.listDestinations, {})).rejects.toMatchObject({ status: 401 })
    const member = await here.signIn()
    await expect(member.call(api.listDestinations, {})).rejects.toMatchObject({ status: 403 })
  })
})

describe('the source code', () => {
  const root = join(import.meta.dirname, '..', '..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing/'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))

  /** What could contact another server without the outbound client. */
  const ways: readonly (readonly [string, RegExp])[] = [
    ['undici', /(?:from|import\()\s*['"]undici['"]/],
    ['fetch', /(?<![.\w#"'])fetch\(/],
    [
      'clients of node',
      /import \{[^}]*\b(?:request|get|connect|createConnection)\b[^}]*\} from ['"]node:(?:https?|net|tls|http2|dgram)['"]/s,
    ],
    ['modules of node', /import (?:\* as )?\w+ from ['"]node:(?:https?|net|tls|http2|dgram)['"]/],
    ['WebSocket', /\bnew (?:WebSocket|EventSource)\(/],
    ['other clients', /from ['"](?:ws|got|axios|node-fetch|socket\.io-client)['"]/],
  ]
  /** The outbound client itself, and functions of that name that read memory and files. */
  const allowed = new Set([
    'lib/outbound.ts undici',
    'features/library/scan/sounds/range-port.ts fetch',
    'features/auth/person-cache.ts fetch',
  ])

  test('only the outbound client contacts other servers', () => {
    const found = sources.flatMap(({ path, text }) =>
      ways.flatMap(([name, pattern]) => (pattern.test(text) ? [`${path} ${name}`] : [])),
    )
    expect(found.filter((one) => !allowed.has(one))).toEqual([])
    expect(found).toEqual(expect.arrayContaining([...allowed]))
  })

  test('every destination of the outbound client is one that some request names', () => {
    const named = sources
      .filter(({ path }) => path.startsWith('features/') && !path.startsWith('features/destinations/'))
      .map(({ text }) => text)
      .filter((text) => /destination[:\s=]/.test(text))
      .join('\n')
    for (const destination of outboundDestinations) expect(named).toContain(`'${destination}'`)
  })

  test('docs/privacy.md has a row for each destination', () => {
    const text = readFileSync(join(root, '../../..', 'docs', 'privacy.md'), 'utf8')
    const rows = text.split('\n').filter((line) => /^\| (?!---|destination)/.test(line))
    expect(rows).toHaveLength(destinations.length)
  })
})
