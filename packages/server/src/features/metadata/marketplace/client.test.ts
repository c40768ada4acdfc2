import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from '../../../lib/log.ts'
import { captured, capturedFolder as folder } from './testing/captured.ts'
import { respondJson, respondText, startSmallMarket } from './testing/small-market.ts'

const id = 'RJ01698658'

test.skipIf(!folder)('a real record arrives with the values it holds', async () => {
  await using market = await startSmallMarket(respondText(captured('product_RJ01698658.json')))
  const result = await market.marketplace.readRecord(id)
  expect(result).toMatchObject({
    kind: 'found',
    value: { work: { id, name: expect.stringContaining('精霊介護') } },
  })
  expect(market.requested).toEqual(['/maniax/api/=/product.json?workno=RJ01698658&locale=ja_JP'])
})

test.skipIf(!folder)(
  'real numbers arrive in one call; a work that is not in the response is absent',
  async () => {
    await using market = await startSmallMarket(respondText(captured('ajax_shape_RJ01698658.json')))
    const results = await market.marketplace.readNumbers([id, 'RJ123456'])
    expect(results.get(id)).toMatchObject({ kind: 'found', value: { work: { sales: 1918, rating: 4.89 } } })
    expect(results.get('RJ123456')).toEqual({ kind: 'absent' })
    expect(market.requested).toHaveLength(1)
  },
)

test('an empty list is a work that is not there, requested once', async () => {
  await using market = await startSmallMarket(respondJson([]))
  expect(await market.marketplace.readRecord(id)).toEqual({ kind: 'absent' })
  expect(await market.marketplace.readNumbers([id])).toEqual(new Map([[id, { kind: 'absent' }]]))
  expect(market.requested).toHaveLength(2)
})

test('what goes wrong is logged, and no password with it', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLog('trace', sink)
  const proxyUrl = 'http://me:hushhush@127.0.0.1:1'
  await using market = await startSmallMarket(respondJson([]), { proxyUrl, log })
  expect(await market.marketplace.readRecord(id)).toEqual({ kind: 'fault', reason: 'marketplaceSilent' })
  const baseUrl = 'http://me:hushhush@127.0.0.1:1'
  await using other = await startSmallMarket(respondJson([]), { baseUrl, log })
  expect(await other.marketplace.readRecord(id)).toMatchObject({ kind: 'fault' })
  expect(lines.length).toBeGreaterThanOrEqual(4)
  expect(lines.join('')).not.toContain('hushhush')
})
