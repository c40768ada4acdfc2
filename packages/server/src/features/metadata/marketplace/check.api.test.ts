import { checkMarketplace, updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { expect, onTestFinished, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { type Reply, respondJson, respondText, startSmallMarket } from './testing/small-market.ts'

eachEngine((engine) => {
  async function openCheck() {
    const { close, signIn, call } = await startTestServer(engine)
    onTestFinished(close)
    const { call: asAdmin } = await signIn({ role: roleOf.admin })
    const check = async (marketplace: object) => {
      await asAdmin(updateSiteSettings, { body: { marketplace } })
      return asAdmin(checkMarketplace, {})
    }
    return { check, call, signIn }
  }

  test('all is well, and how long it took', async () => {
    const fake = await startMarketplace({ works: 10 })
    onTestFinished(fake.close)
    const { check } = await openCheck()
    const result = await check({ baseUrl: fake.url, allowedHosts: ['127.0.0.1'] })
    expect(result).toEqual({ fault: null, tookMs: expect.any(Number), status: 200 })
    expect(fake.requests()[0]?.userAgent).toMatch(/^Koedana\/\d+\.\d+\.\d+ \(\+self-hosted catalogue\)$/)
  })

  test('what is wrong is said', async () => {
    const { check } = await openCheck()
    const allowed = { allowedHosts: ['127.0.0.1'] }
    const faultWith = async (reply: Reply) => {
      await using market = await startSmallMarket(reply)
      const { fault, status } = await check({ baseUrl: market.baseUrl, ...allowed })
      return [fault, status]
    }
    expect(await faultWith(respondText('', 'text/html', 429))).toEqual(['tooManyRequests', 429])
    expect(await faultWith(respondText('', 'text/html', 503))).toEqual(['serverFault', 503])
    expect(await faultWith(respondText('', 'text/html', 403))).toEqual(['blocked', 403])
    expect(await faultWith(respondText('<html>', 'text/html', 200))).toEqual(['answerUnreadable', 200])
    expect(await faultWith(respondJson({ a: 1 }))).toEqual(['answerUnreadable', 200])
    expect(await faultWith((_, response) => void response.destroy())).toEqual(['answerUnreadable', null])
    const none = { tookMs: null, status: null }
    const gone = 'http://127.0.0.1:1'
    expect(await check({ baseUrl: gone })).toEqual({ fault: 'connectionRefused', ...none })
    expect(await check({ proxyUrl: gone })).toEqual({ fault: 'proxyRefused', ...none })
    expect(await check({ proxyUrl: null, allowedHosts: [] })).toEqual({ fault: 'privateAddress', ...none })
    expect(await check({ baseUrl: 'http://nobody.invalid' })).toEqual({ fault: 'nameUnknown', ...none })
    expect(await check({ enabled: false })).toEqual({ fault: 'disabled', ...none })
  })

  test('is for administrators alone', async () => {
    const { call, signIn } = await openCheck()
    const { call: asGeneral } = await signIn({ role: roleOf.general })
    await expect(call(checkMarketplace, {})).rejects.toMatchObject({ status: 401 })
    await expect(asGeneral(checkMarketplace, {})).rejects.toMatchObject({ status: 403 })
  })
})
