/** Tests which request renews tokens when many need them at once, and how single-use tokens are handled. */
import {
  type FakeDriveName,
  type FakeDrives,
  fakeDriveNames,
  startDrives,
} from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createLog } from '../../lib/log.ts'
import { createOutbound } from '../../lib/outbound.ts'
import { createVault } from '../../lib/vault.ts'
import { openLinkedDrives } from '../../open-base.ts'
import { eachEngine } from '../../testing/engines.ts'
import { listAccounts, saveLinked } from './drives.store.ts'
import { sealTokens } from './tokens.ts'

const vault = createVault('a key of some length for tests')

eachEngine((engine) => {
  let database: Database
  let server: FakeDrives
  const outbound = createOutbound({ userAgent: 'x' })
  beforeEach(async () => {
    database = await engine.open()
    server = await startDrives()
  })
  afterEach(async () => {
    await server.close()
    await database.close()
  })

  const now = () => new Date(server.now())
  /** Opens the account as a separate process would: two of them share only the database. */
  const openProcess = (provider: FakeDriveName = 'dropbox') => {
    const { app } = server.providers[provider].issuer
    const sources = { write: database.write, vault, outbound, now, log: createLog('silent') }
    return openLinkedDrives({ ...sources, driveGateway: server.url, driveApps: { [provider]: app } })
      .driveAccess
  }
  const link = async (provider: FakeDriveName = 'dropbox') => {
    const { accessToken, refreshToken = null } = server.providers[provider].issuer.issue()
    const owner = { provider, account_id: 'a' }
    const tokens = sealTokens(vault, owner, { accessToken, refreshToken, expiresAt: null, extra: {} })
    const row = await saveLinked(database.write, { ...owner, name: 'a', tokens, at: now().toISOString() })
    return { account: String(row.key), accessToken }
  }
  const issuer = (provider: FakeDriveName = 'dropbox') => server.providers[provider].issuer

  test.each(fakeDriveNames.filter((name) => name !== 'pcloud'))(
    'twenty who are refused at once by %s, in two processes, cost one refresh and get one token',
    async (provider) => {
      const { account, accessToken } = await link(provider)
      issuer(provider).expireAccess()
      const processes = [openProcess(provider), openProcess(provider)]
      const wanted = Array.from({ length: 20 }, (_, at) => processes[at % 2]?.of(account, accessToken))
      const tokens = new Set((await Promise.all(wanted)).map((access) => access?.token))
      expect(tokens.size).toBe(1)
      expect([...tokens][0]).not.toBe(accessToken)
      expect(issuer(provider).counts).toEqual({ refreshes: 1, reuses: 0 })
    },
  )

  test('a process that died while it held the lease is waited for, and not for ever', async () => {
    const { account, accessToken } = await link()
    const until = new Date(server.now() + 60_000).toISOString()
    await database.write.updateTable('drive_account').set({ lease: 'dead', lease_until: until }).execute()
    const waiting = openProcess().of(account, accessToken)
    server.passTime(61_000)
    expect((await waiting).token).not.toBe(accessToken)
  })

  test('a lease that a wrong clock took for a year is waited for by nobody', async () => {
    const { account, accessToken } = await link()
    const until = new Date(server.now() + 400 * 86_400_000).toISOString()
    await database.write.updateTable('drive_account').set({ lease: 'dead', lease_until: until }).execute()
    expect((await openProcess().of(account, accessToken)).token).not.toBe(accessToken)
  })

  test('where the provider refuses, somebody has to link again; where it is away, nothing is lost', async () => {
    const { account, accessToken } = await link()
    server.setTrouble({ type: 'status', status: 503 })
    await expect(openProcess().of(account, accessToken)).rejects.toMatchObject({ fault: 'unavailable' })
    server.setTrouble()
    expect((await openProcess().of(account, accessToken)).token).not.toBe(accessToken)
    issuer().revoke()
    await expect(openProcess().of(account, (await openProcess().of(account)).token)).rejects.toMatchObject({
      fault: 'revoked',
    })
    expect(await listAccounts(database.read)).toMatchObject([{ state: 'relink' }])
    const refreshes = { ...issuer().counts }
    await expect(openProcess().of(account)).rejects.toMatchObject({ fault: 'revoked' })
    expect(issuer().counts).toEqual(refreshes)
  })

  test('where 115 wants fewer refreshes it is left alone, and the link stays', async () => {
    const { account, accessToken } = await link('disk_115')
    const { token } = await openProcess('disk_115').of(account, accessToken)
    const again = () => openProcess('disk_115').of(account, token)
    await expect(again()).rejects.toMatchObject({ fault: 'unavailable' })
    await expect(again()).rejects.toMatchObject({ fault: 'unavailable' })
    expect(server.requests.filter((one) => one.endsWith('/refreshToken'))).toHaveLength(2)
    server.passTime(61_000)
    expect((await again()).token).not.toBe(token)
    expect(issuer('disk_115').counts).toEqual({ refreshes: 2, reuses: 0 })
  })

  test('where it is not clear what became of a token that is used once, nobody uses it again too soon', async () => {
    const { account, accessToken } = await link('box')
    server.setTrouble({ type: 'cut', when: ({ path }) => path.endsWith('/oauth2/token') })
    await expect(openProcess('box').of(account, accessToken)).rejects.toMatchObject({ fault: 'unavailable' })
    server.setTrouble()
    await expect(openProcess('box').of(account, accessToken)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(issuer('box').counts).toEqual({ refreshes: 1, reuses: 0 })
    // Until then the current token is used as long as it is valid.
    expect((await openProcess('box').of(account)).token).toBe(accessToken)
    server.passTime(11 * 60_000)
    await expect(openProcess('box').of(account, accessToken)).rejects.toMatchObject({ fault: 'revoked' })
    expect(issuer('box').counts).toEqual({ refreshes: 1, reuses: 1 })
  })

  test('Baidu gets no second request with a token that a failure may have used up, whatever the failure was', async () => {
    const { account, accessToken } = await link('baidu_netdisk')
    const again = () => openProcess('baidu_netdisk').of(account, accessToken)
    server.setTrouble({ type: 'status', status: 503 })
    await expect(again()).rejects.toMatchObject({ fault: 'unavailable' })
    server.setTrouble()
    await expect(again()).rejects.toMatchObject({ fault: 'unavailable' })
    expect(server.requests.filter((one) => one.includes('/oauth/2.0/token'))).toHaveLength(1)
    server.passTime(11 * 60_000)
    expect((await again()).token).not.toBe(accessToken)
  })

  test('a refresh by the wrong secret costs Baidu the link, and is tried no second time by the right one', async () => {
    const { account, accessToken } = await link('baidu_netdisk')
    const { app } = issuer('baidu_netdisk')
    const wrong = openLinkedDrives({
      ...{ write: database.write, vault, outbound, now, log: createLog('silent'), driveGateway: server.url },
      driveApps: { baidu_netdisk: { ...app, clientSecret: 'wrong' } },
    })
    await expect(wrong.driveAccess.of(account, accessToken)).rejects.toMatchObject({ fault: 'revoked' })
    await expect(openProcess('baidu_netdisk').of(account, accessToken)).rejects.toMatchObject({
      fault: 'revoked',
    })
    expect(await listAccounts(database.read)).toMatchObject([{ state: 'relink' }])
    await expect(openProcess('baidu_netdisk').of(account)).rejects.toMatchObject({ fault: 'revoked' })
    expect(issuer('baidu_netdisk').counts).toEqual({ refreshes: 0, reuses: 1 })
  })
})
