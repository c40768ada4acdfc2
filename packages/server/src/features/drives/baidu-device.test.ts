/** Tests Baidu Netdisk with a device code: it is polled for tokens until the user confirms, and has its own error codes. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const provider = 'baidu_netdisk'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let server: FakeDrives
  beforeEach(async () => {
    server = await startDrives()
    const now = () => new Date(server.now())
    w = await startTestServer(engine, { driveGateway: server.url, now })
    admin = await w.signIn({ role: roleOf.admin })
    await saveApp({})
  })
  afterEach(async () => {
    await w.close()
    await server.close()
  })

  const saveApp = (wrong: { readonly clientId?: string; readonly clientSecret?: string }) =>
    admin.call(api.saveDriveApp, {
      params: { provider },
      body: { ...server.providers[provider].issuer.app, ...wrong },
    })
  const begin = async () => {
    const begun = await admin.call(api.beginDriveDevice, { body: { provider } })
    if (begun.is !== 'begun') throw new Error(JSON.stringify(begun))
    return begun
  }
  const ask = async (link: string, by = admin) => {
    const found = await by.call(api.askDriveDevice, { body: { provider, link } })
    return found.is === 'refused' ? found.reason : found.is
  }
  const later = () => server.passTime(5_000)

  test('the code stands in the QR code and beside it, and what is confirmed is linked, once and for this session', async () => {
    const { scans } = server.providers[provider]
    const { link, qr, page, code, everySeconds } = await begin()
    expect([qr, everySeconds]).toEqual([`https://openapi.baidu.com/device?code=${code}`, 5])
    expect(page).toBe(qr)
    expect(qr).not.toContain(link)
    expect(await ask(link)).toBe('waiting')
    scans.act('seen')
    later()
    expect(await ask(link)).toBe('waiting')
    scans.act('confirmed')
    later()
    const other = await w.signIn({ role: roleOf.admin })
    expect(await ask(link, other)).toBe('unknown')
    const results = await Promise.all(Array.from({ length: 5 }, () => ask(link)))
    expect(results.filter((one) => one === 'linked')).toHaveLength(1)
    expect(await ask(link)).toBe('unknown')
    const { accounts } = await admin.call(api.listDrives, {})
    expect(accounts).toMatchObject([{ provider, name: 'Haruka', state: 'linked' }])
    expect(server.requests.every((one) => one.startsWith('GET '))).toBe(true)
  })

  test('whoever polls too often is made to wait, one that is away ends nothing, and a code that is over says so', async () => {
    const { link } = await begin()
    await begin().then(({ link: second }) => ask(second))
    // The provider limits requests of all clients together, and was polled just now.
    expect(await ask(link)).toBe('waiting')
    server.setTrouble({ type: 'status', status: 503 })
    later()
    expect(await ask(link)).toBe('waiting')
    server.setTrouble()
    server.passTime(6 * 60_000)
    expect(await ask(link)).toBe('over')
    expect(await ask(link)).toBe('unknown')
  })

  test('an id that is not known is reported at once, a wrong secret with the first poll', async () => {
    await saveApp({ clientId: 'wrong' })
    const begun = await admin.call(api.beginDriveDevice, { body: { provider } })
    expect(begun).toMatchObject({ is: 'refused', reason: 'app', detail: '<b>invalid_client</b>' })
    await saveApp({ clientSecret: 'wrong' })
    const { link } = await begin()
    server.providers[provider].scans.act('confirmed')
    expect(await ask(link)).toBe('app')
  })
})
