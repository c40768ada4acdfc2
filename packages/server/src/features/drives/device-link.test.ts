/** Tests links that are confirmed on another device: who may poll them, how often, and that each can be used once. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Engine, eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

/** What the QR code of each provider links to, and how it rejects an unknown client. */
const providers = [
  {
    provider: 'aliyun_drive',
    leadsTo: /^https:\/\/www\.aliyundrive\.com\/o\/oauth\/authorize\?sid=\w+$/,
    wrong: { clientSecret: 'wrong' },
    detail: '<b>InvalidClientSecret</b>',
  },
  {
    provider: 'disk_115',
    leadsTo: /^https:\/\/115\.com\/scan\/dg-\w+$/,
    // No secret is sent; PKCE is used instead.
    wrong: { clientId: 'wrong' },
    detail: '<b>40140106</b>',
  },
] as const

eachEngine((engine) => {
  describe.each(providers)('$provider', (of) => linksByCode(engine, of))
})

function linksByCode(engine: Engine, { provider, leadsTo, wrong, detail }: (typeof providers)[number]): void {
  let w: World
  let admin: SignedInPerson
  let server: FakeDrives
  beforeEach(async () => {
    server = await startDrives()
    const now = () => new Date(server.now())
    w = await startTestServer(engine, { driveGateway: server.url, now })
    admin = await w.signIn({ role: roleOf.admin })
    await admin.call(api.saveDriveApp, { params: { provider }, body: server.providers[provider].issuer.app })
  })
  afterEach(async () => {
    await w.close()
    await server.close()
  })

  const begin = async (by = admin) => {
    const begun = await by.call(api.beginDriveDevice, { body: { provider } })
    if (begun.is !== 'begun') throw new Error(JSON.stringify(begun))
    return begun
  }
  const ask = async (link: string, by = admin) => {
    const found = await by.call(api.askDriveDevice, { body: { provider, link } })
    if (found.is === 'refused') return found.reason
    return found.is === 'waiting' && found.isSeen ? 'seen' : found.is
  }
  const later = () => server.passTime(2_000)

  test('what is scanned and confirmed is linked, once', async () => {
    const { scans } = server.providers[provider]
    const { link, qr } = await begin()
    expect(qr).toMatch(leadsTo)
    expect(qr).not.toContain(link)
    expect(await ask(link)).toBe('waiting')
    // A poll that is too early gets the same response, and no request is sent to the provider.
    expect(await ask(link)).toBe('waiting')
    expect(scans.polls()).toBe(1)
    later()
    scans.act('seen')
    expect(await ask(link)).toBe('seen')
    later()
    scans.act('confirmed')
    const results = await Promise.all(Array.from({ length: 5 }, () => ask(link)))
    expect(results.filter((one) => one === 'linked')).toHaveLength(1)
    expect(await ask(link)).toBe('unknown')
    const { accounts } = await admin.call(api.listDrives, {})
    expect(accounts).toMatchObject([{ provider, name: 'Haruka', state: 'linked' }])
  })

  test('nobody else learns of it, neither another session nor another provider, nor as a response of a browser', async () => {
    const { link } = await begin()
    server.providers[provider].scans.act('confirmed')
    const other = await w.signIn({ role: roleOf.admin })
    server.requests.length = 0
    expect(await ask(link, other)).toBe('unknown')
    expect(await ask('forged')).toBe('unknown')
    const elsewhere = await admin.call(api.askDriveDevice, { body: { provider: 'dropbox', link } })
    expect(elsewhere).toMatchObject({ reason: 'unknown' })
    const response = { provider, state: link, code: 'x' } as const
    expect(await admin.call(api.completeDrive, { body: response })).toMatchObject({ reason: 'unknown' })
    expect(server.requests).toEqual([])
    expect(await ask(link)).toBe('linked')
    const member = await w.signIn()
    await expect(ask(link, member)).rejects.toMatchObject({ status: 403 })
  })

  test('a code that is over says so, and so does one of long ago; a provider that is away does not end it', async () => {
    const { scans } = server.providers[provider]
    const { link } = await begin()
    for (const trouble of [{ type: 'status', status: 503 }, { type: 'html' }] as const) {
      server.setTrouble(trouble)
      expect(await ask(link)).toBe('waiting')
      later()
    }
    const begun = await admin.call(api.beginDriveDevice, { body: { provider } })
    expect(begun).toMatchObject({ is: 'refused', reason: 'away' })
    server.setTrouble()
    scans.act('over')
    expect(await ask(link)).toBe('over')
    expect(await ask(link)).toBe('unknown')
    const { link: old } = await begin()
    server.passTime(11 * 60_000)
    expect(await ask(old)).toBe('unknown')
  })

  test('an app that is not known is reported before anything is shown, and others have no such links', async () => {
    const body = { ...server.providers[provider].issuer.app, ...wrong }
    await admin.call(api.saveDriveApp, { params: { provider }, body })
    const begun = await admin.call(api.beginDriveDevice, { body: { provider } })
    expect(begun).toMatchObject({ is: 'refused', reason: 'app', detail })
    const { app } = server.providers.dropbox.issuer
    await admin.call(api.saveDriveApp, { params: { provider: 'dropbox' }, body: app })
    const none = admin.call(api.beginDriveDevice, { body: { provider: 'dropbox' } })
    await expect(none).rejects.toMatchObject({ body: { code: 'refused' } })
  })
}
