/** Tests calls for which the marketplace does not respond as it should. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { maxConsecutiveFaults } from './pace.rules.ts'
import { type Reply, respondJson, respondText, startSmallMarket } from './testing/small-market.ts'

const id = 'RJ123456'
const record = [{ workno: id, work_name: 'Tea' }]
const found = { kind: 'found', value: { work: { id, name: 'Tea' } } }
const fault = (reason: string) => ({ kind: 'fault', reason })

/** Sends the replies in order, then repeats the last one. */
function inTurn(...replies: readonly Reply[]): Reply {
  let turn = 0
  return (request, response) => {
    replies[Math.min(turn, replies.length - 1)]?.(request, response)
    turn += 1
  }
}

const withStatus =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (_request, response) =>
    response.writeHead(status, headers).end('<html></html>')

const cut: Reply = (_request, response) => {
  response.writeHead(200, { 'content-length': '500' }).write('[{"workno":')
  setImmediate(() => response.destroy())
}

/** Short only if no response comes, since a busy machine may respond slowly. */
const waitedMs = (reason: string) => (reason === 'timedOut' ? 1_500 : 30_000)

describe.each<[string, Reply, string]>([
  ['429', withStatus(429), 'tooManyRequests'],
  ['500', withStatus(500), 'serverFault'],
  ['503 with a page', withStatus(503), 'serverFault'],
  ['a body that is cut off', cut, 'answerCut'],
  ['a connection closed without a word', (_, response) => void response.destroy(), 'answerCut'],
  ['a page with 200', respondText('<!DOCTYPE html>'), 'answerNotJson'],
  ['JSON that does not end', respondText('[{"workno":'), 'answerNotJson'],
  ['nothing with 200', respondText(''), 'answerNotJson'],
  ['no answer in time', () => undefined, 'timedOut'],
])('%s', (_name, trouble, reason) => {
  test('passes: the call is tried again', async () => {
    await using market = await startSmallMarket(inTurn(trouble, trouble, respondJson(record)), {
      timeoutMs: waitedMs(reason),
    })
    expect(await market.marketplace.readRecord(id)).toMatchObject(found)
    expect(market.waits).toEqual([500, 1_000])
  })

  test('stays: after three tries it is a fault, for a record as for every number of a batch', async () => {
    // No response ever comes in this case, so a very short timeout is enough.
    const timeoutMs = reason === 'timedOut' ? 150 : waitedMs(reason)
    await using market = await startSmallMarket(trouble, { timeoutMs })
    expect(await market.marketplace.readRecord(id)).toEqual(fault(reason))
    expect(market.requested).toHaveLength(3)
    const numbers = await market.marketplace.readNumbers([id, 'RJ123457'])
    expect([...numbers.values()]).toEqual([fault(reason), fault(reason)])
    expect(market.requested).toHaveLength(6)
  })
})

test('the wait that a server demands is kept: seconds, or a date', async () => {
  const date = new Date(Date.UTC(2026, 10, 1, 0, 0, 9)).toUTCString()
  const busy = [withStatus(429, { 'retry-after': '2' }), withStatus(503, { 'retry-after': date })]
  await using market = await startSmallMarket(inTurn(...busy, respondJson(record)))
  expect(await market.marketplace.readRecord(id)).toMatchObject(found)
  expect(market.waits).toEqual([2_000, 7_000])
})

test('after the last try too: the next call waits as long as was demanded', async () => {
  const busy = withStatus(429, { 'retry-after': '5' })
  await using market = await startSmallMarket(inTurn(busy, busy, busy, respondJson(record)))
  expect(await market.marketplace.readRecord(id)).toEqual(fault('tooManyRequests'))
  expect(await market.marketplace.readRecord(id)).toMatchObject(found)
  expect(market.waits).toEqual([5_000, 5_000, 5_000])
})

test('a server that wants to be left alone for an hour is left alone, and nobody waits', async () => {
  await using market = await startSmallMarket(withStatus(429, { 'retry-after': '3600' }))
  expect(await market.marketplace.readRecord(id)).toEqual(fault('tooManyRequests'))
  expect(await market.marketplace.readRecord(id)).toEqual(fault('marketplaceSilent'))
  market.pass(3_599_000)
  expect(await market.marketplace.readRecord(id)).toEqual(fault('marketplaceSilent'))
  expect([market.requested.length, market.waits]).toEqual([1, []])
  market.pass(1_000)
  expect(await market.marketplace.readRecord(id)).toEqual(fault('tooManyRequests'))
  expect(market.requested).toHaveLength(2)
})

test('404 is a work that is not there, requested once; a batch at a wrong address says nothing of works', async () => {
  await using market = await startSmallMarket(withStatus(404))
  expect(await market.marketplace.readRecord(id)).toEqual({ kind: 'absent' })
  expect(await market.marketplace.readNumbers([id])).toEqual(new Map([[id, fault('serverFault')]]))
  expect(market.requested).toHaveLength(2)
})

test('a refusal is not tried again', async () => {
  await using market = await startSmallMarket(withStatus(403))
  expect(await market.marketplace.readRecord(id)).toEqual(fault('marketplaceBlocked'))
  expect(market.requested).toHaveLength(1)
})

test('what cannot be understood is the fault of that work alone', async () => {
  const numbers = { [id]: { dl_count: 5 }, RJ123457: 'x' }
  await using market = await startSmallMarket(
    inTurn(respondJson([[]]), respondJson({}), respondJson(numbers)),
  )
  for (let i = 0; i < 2; i += 1)
    expect(await market.marketplace.readRecord(id)).toEqual(fault('answerUnreadable'))
  const results = await market.marketplace.readNumbers([id, 'RJ123457'])
  expect(results.get(id)).toMatchObject({ kind: 'found', value: { work: { sales: 5 } } })
  expect(results.get('RJ123457')).toEqual(fault('answerUnreadable'))
  expect(market.requested).toHaveLength(3)
})

test('a translation whose original cannot be looked up is not returned at all', async () => {
  const translation = [{ workno: id, work_name: 'Tea', translation_info: { original_workno: 'RJ123000' } }]
  await using market = await startSmallMarket((request, response) => {
    const reply = request.url?.includes('RJ123000') ? withStatus(500) : respondJson(translation)
    reply(request, response)
  })
  expect(await market.marketplace.readRecord(id)).toEqual(fault('serverFault'))
})

test('the breaker opens, fails at once, tries one call after a while, and closes with the first response', async () => {
  let isDown = true
  await using market = await startSmallMarket((request, response) =>
    (isDown ? withStatus(500) : respondJson(record))(request, response),
  )
  const send = () => market.marketplace.readRecord(id)
  for (let i = 0; i < maxConsecutiveFaults; i += 1) expect(await send()).toEqual(fault('serverFault'))
  expect(market.requested).toHaveLength(3 * maxConsecutiveFaults)
  for (let i = 0; i < 100; i += 1) expect(await send()).toEqual(fault('marketplaceSilent'))
  expect(market.requested).toHaveLength(3 * maxConsecutiveFaults)
  market.pass(30_000)
  expect([await send(), await send()]).toEqual([fault('serverFault'), fault('marketplaceSilent')])
  expect(market.requested).toHaveLength(3 * maxConsecutiveFaults + 1)
  isDown = false
  market.pass(60_000)
  expect([await send(), await send()]).toMatchObject([found, found])
})

test('works that are not there never open the breaker, nor do pictures that are kept from us', async () => {
  await using market = await startSmallMarket((request, response) =>
    (request.url === '/a.jpg' ? withStatus(403) : respondJson([]))(request, response),
  )
  for (let i = 0; i < 3 * maxConsecutiveFaults; i += 1) {
    expect(await market.marketplace.readRecord(id)).toEqual({ kind: 'absent' })
    expect(await market.marketplace.readPicture(`${market.baseUrl}/a.jpg`)).toEqual(fault('pictureRefused'))
  }
})

test('pictures that fail leave records alone', async () => {
  await using market = await startSmallMarket((request, response) =>
    (request.url === '/a.jpg' ? withStatus(500) : respondJson(record))(request, response),
  )
  const send = () => market.marketplace.readPicture(`${market.baseUrl}/a.jpg`)
  for (let i = 0; i < maxConsecutiveFaults; i += 1) expect(await send()).toEqual(fault('serverFault'))
  expect(await send()).toEqual(fault('marketplaceSilent'))
  expect(await market.marketplace.readRecord(id)).toMatchObject(found)
})

test('calls keep their gaps, and pages longer ones', async () => {
  await using market = await startSmallMarket(respondJson([]), { gapMs: 1_000, pageGapMs: 10_000 })
  const page = () => market.marketplace.readPage({ kind: 'released', floor: 'home', day: '2026-11-01' }, 1)
  await market.marketplace.readRecord(id)
  await market.marketplace.readRecord(id)
  await page()
  await page()
  await market.marketplace.readRecord(id)
  expect(market.waits).toEqual([1_000, 1_000, 10_000, 1_000])
})

test.each([
  [1, 1],
  [0, 4],
])('with a gap of %i ms at most %i calls are under way, in their order', async (gapMs, expected) => {
  let underWay = 0
  let most = 0
  const { promise: areThere, resolve: goOn } = Promise.withResolvers<void>()
  await using market = await startSmallMarket(
    async (request, response) => {
      underWay += 1
      most = Math.max(most, underWay)
      // Responses wait until all expected requests have arrived. A busy machine receives them one by one.
      if (most >= expected) goOn()
      await areThere
      await sleep(5)
      underWay -= 1
      respondJson([])(request, response)
    },
    { gapMs },
  )
  const ids = ['RJ100001', 'RJ100002', 'RJ100003', 'RJ100004']
  await Promise.all(ids.map((one) => market.marketplace.readRecord(one)))
  const arrived = market.requested.map((path) => /RJ\d+/.exec(path)?.[0])
  // Unpaced requests use separate connections, so they may arrive in any order.
  expect([most, expected === 1 ? arrived : arrived.toSorted()]).toEqual([expected, ids])
})

test('a caller that stops is let go at once, in the middle of a call and in line, and the others go on', async () => {
  const stopping = new AbortController()
  const waiting: (() => void)[] = []
  await using market = await startSmallMarket(
    (request, response) => {
      if (!request.url?.includes('RJ100001')) respondJson(record)(request, response)
      else waiting.push(() => stopping.abort(new Error('stopped')))
      for (const stop of waiting.splice(0)) stop()
    },
    { gapMs: 1 },
  )
  const under = market.marketplace.readRecord('RJ100001', stopping.signal)
  const inLine = market.marketplace.readRecord('RJ100002', stopping.signal)
  const other = market.marketplace.readRecord(id)
  await expect(under).rejects.toThrow('stopped')
  await expect(inLine).rejects.toThrow('stopped')
  expect(await other).toMatchObject(found)
  expect(market.requested.some((path) => path.includes('RJ100002'))).toBe(false)
})

test('while it is switched off nothing is requested; a private address that is not allowed is never requested', async () => {
  await using off = await startSmallMarket(respondJson(record), { enabled: false })
  expect(await off.marketplace.readRecord(id)).toEqual(fault('marketplaceOff'))
  await using closed = await startSmallMarket(respondJson(record), { allowedHosts: [] })
  expect(await closed.marketplace.readRecord(id)).toEqual(fault('marketplaceSilent'))
  expect([...off.requested, ...closed.requested]).toEqual([])
})

test('a refusal of this server is named, by its status or by the page in its place', async () => {
  const pages = [
    'This website is not available in your country.',
    'お住まいの国・地域からはご利用いただけません。',
    '您所在的地区无法访问本网站。',
  ]
  const refusals = [
    ...[401, 403, 451].map((status) => withStatus(status)),
    ...pages.map((words) => respondText(`<html><body><p>${words}</p></body></html>`)),
  ]
  for (const refusal of refusals) {
    await using market = await startSmallMarket(refusal)
    for (let i = 0; i < 8; i += 1) {
      expect(await market.marketplace.readRecord(id)).toEqual(fault('marketplaceBlocked'))
    }
    expect(market.requested).toHaveLength(5)
  }
})

test('a page of maintenance is no refusal', async () => {
  await using market = await startSmallMarket(respondText('<html><p>ただいま混み合っております。</p></html>'))
  expect(await market.marketplace.readRecord(id)).toEqual(fault('answerNotJson'))
})
