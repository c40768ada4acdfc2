// @module-tag large
/** Tests responses of providers: those that link an account, and those that must not. */
import { api } from '@koedana/contract/api.ts'
import type { DriveProvider, LinkResponse } from '@koedana/contract/drives.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { fakeDriveNames } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { consent, type DriveWorld, openDriveWorld, responseOf } from './testing/drive-world.ts'

type LinkFields = Omit<LinkResponse, 'provider'>

eachEngine((engine) => {
  let d: DriveWorld
  beforeEach(async () => {
    d = await openDriveWorld(engine)
  })
  afterEach(() => d.close())

  test.each(fakeDriveNames)(
    'a response of %s counts once, in the session that it was begun in, and not for long',
    async (provider) => {
      await d.giveApp(provider)
      const response = async (by = d.admin) => responseOf(await consent(await d.begin(provider, by)))
      const refusalOf = (given: LinkFields, by = d.admin) => d.complete(provider, given, by)
      const good = await response()
      d.server.requests.length = 0
      expect(await refusalOf({ ...good, state: 'forged' })).toBe('unknown')
      // Responses without any state are special to pCloud, see below.
      if (provider !== 'pcloud') expect(await refusalOf({ ...good, state: undefined })).toBe('unknown')
      const other = await d.w.signIn({ role: roleOf.admin })
      expect(await refusalOf(good, other)).toBe('unknown')
      // The provider gets no request for a link that was not started here.
      expect(d.server.requests).toEqual([])
      expect(await refusalOf(good)).toBe('linked')
      expect(await refusalOf(good)).toBe('unknown')
      const late = await response()
      d.server.passTime(11 * 60_000)
      expect(await refusalOf(late)).toBe('unknown')
      const parallel = await response()
      const results = await Promise.all(Array.from({ length: 10 }, () => refusalOf(parallel)))
      expect(results.sort()).toEqual(['linked', ...Array(9).fill('unknown')])
    },
  )

  test.each(fakeDriveNames)(
    'what was begun for %s is no response for any other, and stays good',
    async (own) => {
      for (const provider of fakeDriveNames) await d.giveApp(provider)
      const response = responseOf(await consent(await d.begin(own)))
      d.server.requests.length = 0
      for (const provider of fakeDriveNames.filter((one) => one !== own)) {
        const result = await d.admin.call(api.completeDrive, { body: { provider, ...response } })
        expect(result).toMatchObject({ is: 'refused', reason: 'unknown' })
      }
      expect(d.server.requests).toEqual([])
      const result = await d.admin.call(api.completeDrive, { body: { provider: own, ...response } })
      expect(result.is).toBe('linked')
    },
  )

  describe('pCloud, which may send browsers back without the state', () => {
    const complete = (response: LinkFields) => d.complete('pcloud', response)

    test('is linked by the only link that was begun in this session, and by no other', async () => {
      await d.giveApp('pcloud')
      d.server.providers.pcloud.dropState({ dropsRegion: true })
      const first = responseOf(await consent(await d.begin('pcloud')))
      expect(Object.keys(first)).toEqual(['code'])
      const other = await d.w.signIn({ role: roleOf.admin })
      const byOther = await other.call(api.completeDrive, { body: { provider: 'pcloud', ...first } })
      expect(byOther).toMatchObject({ reason: 'unknown' })
      expect(await complete({ ...first, state: 'forged' })).toBe('unknown')
      expect(await complete({ ...first, iss: 'https://another.example' })).toBe('unknown')
      expect(await complete(first)).toBe('confirm')
      expect(await complete(first)).toBe('unknown')
      const two = [await d.begin('pcloud'), await d.begin('pcloud')]
      const ofTwo = responseOf(await consent(two[0] ?? ''))
      expect(await complete(ofTwo)).toBe('unknown')
      d.server.passTime(11 * 60_000)
      const late = responseOf(await consent(await d.begin('pcloud')))
      d.server.passTime(11 * 60_000)
      expect(await complete(late)).toBe('unknown')
    })

    test('keeps no account without a state before its name was confirmed in the same session', async () => {
      await d.giveApp('pcloud')
      d.server.providers.pcloud.dropState()
      const begin = async () => {
        const body = { provider: 'pcloud' as const, ...responseOf(await consent(await d.begin('pcloud'))) }
        const completed = await d.admin.call(api.completeDrive, { body })
        if (completed.is !== 'confirm') throw new Error(`not to be confirmed: ${completed.is}`)
        return completed
      }
      const accounts = async () => (await d.admin.call(api.listDrives, {})).accounts
      const { account, link } = await begin()
      expect(account).toBe('haruka@pcloud.example')
      expect(await accounts()).toEqual([])
      const confirm = (given: string, provider: DriveProvider = 'pcloud', by = d.admin) =>
        by.call(api.confirmDrive, { body: { provider, link: given } })
      const unknown = { is: 'refused', reason: 'unknown' }
      const other = await d.w.signIn({ role: roleOf.admin })
      expect(await confirm(link, 'pcloud', other)).toMatchObject(unknown)
      expect(await confirm(link, 'dropbox')).toMatchObject(unknown)
      for (const forged of ['x', `${link.slice(0, -2)}AA`, d.w.deps.vault.seal('{}', 'drive confirmation')])
        expect(await confirm(forged)).toMatchObject(unknown)
      expect(await confirm(link)).toMatchObject({ is: 'linked', account: { name: account } })
      expect((await accounts()).map(({ name, state }) => [name, state])).toEqual([[account, 'linked']])
      const { link: late } = await begin()
      d.server.passTime(11 * 60_000)
      expect(await confirm(late)).toMatchObject(unknown)
      // Neither the log nor the response contains a token.
      expect(d.logged.join('')).not.toContain(link)
    })

    test('gets requests at its own two hosts alone, whatever a response says', async () => {
      await d.giveApp('pcloud')
      for (const where of [
        { hostname: 'evil.example' },
        { hostname: 'api.pcloud.com.evil.example' },
        { locationid: '3' },
      ]) {
        const good = responseOf(await consent(await d.begin('pcloud')))
        d.server.requests.length = 0
        expect(await complete({ state: good.state, code: good.code, ...where })).toBe('unknown')
        expect(d.server.requests).toEqual([])
      }
      const { state, code } = responseOf(await consent(await d.begin('pcloud')))
      expect(await complete({ state, code, locationid: '2' })).toBe('linked')
      expect(d.server.requests.filter((one) => one.includes('oauth2_token'))).toEqual([
        'POST /eapi.pcloud.com/oauth2_token',
      ])
    })

    test('refuses with HTTP 200, and says whether it is the code or the app', async () => {
      const issuer = await d.giveApp('pcloud')
      expect(await complete({ ...responseOf(await d.begin('pcloud')), code: 'invented' })).toBe('code')
      const wrong = { clientId: issuer.app.clientId, clientSecret: 'wrong' }
      await d.admin.call(api.saveDriveApp, { params: { provider: 'pcloud' }, body: wrong })
      expect(await complete(responseOf(await consent(await d.begin('pcloud'))))).toBe('app')
      const body = { provider: 'pcloud', refreshToken: 'x' } as const
      expect(await d.admin.call(api.pasteDriveToken, { body })).toMatchObject({ reason: 'code' })
    })
  })

  test('what was not given is reported in words, and those of the provider are plain text', async () => {
    const issuer = await d.giveApp('dropbox')
    const denied = responseOf(await consent(await d.begin('dropbox'), 'deny'))
    const result = await d.admin.call(api.completeDrive, { body: { provider: 'dropbox', ...denied } })
    expect(result).toMatchObject({ is: 'refused', reason: 'denied', detail: expect.stringContaining('<i>') })
    const hostile = {
      state: responseOf(await d.begin('dropbox')).state,
      error: 'x',
      errorDescription: 'a\u202eb'.repeat(400),
    }
    const cut = await d.admin.call(api.completeDrive, { body: { provider: 'dropbox', ...hostile } })
    expect(cut.is === 'refused' && cut.detail).toMatch(/^[ab]{300}$/)
    const url = await d.begin('dropbox')
    expect(await d.complete('dropbox', { ...responseOf(url), code: 'invented' })).toBe('code')
    const app = { clientId: issuer.app.clientId, clientSecret: 'wrong' }
    await d.admin.call(api.saveDriveApp, { params: { provider: 'dropbox' }, body: app })
    expect(await d.complete('dropbox', responseOf(await consent(await d.begin('dropbox'))))).toBe('app')
  })

  test.each(fakeDriveNames)(
    'the words of %s are plain text, cut, and nothing that turns a line',
    async (provider) => {
      await d.giveApp(provider)
      const { state } = responseOf(await d.begin(provider))
      const errorDescription = '<img src=x>\u202e'.repeat(100)
      const body = { provider, state, error: 'server_error', errorDescription }
      const broken = d.admin.call(api.completeDrive, { body: { ...body, errorDescription: 'a\u0007' } })
      await expect(broken).rejects.toMatchObject({ status: 400 })
      const result = await d.admin.call(api.completeDrive, { body })
      const detail = result.is === 'refused' ? (result.detail ?? '') : ''
      expect(detail).toHaveLength(300)
      expect(detail).toMatch(/^(?:<img src=x>)+/)
      expect(detail).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    },
  )
})
