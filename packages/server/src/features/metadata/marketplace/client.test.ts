import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerJson, answerText, startSmallMarket } from './testing/small-market.ts'

const folder = process.env.KOEDANA_TEST_DATA
const captured = (name: string): string => readFileSync(join(folder ?? '', 'dlsite', name), 'utf8')
const id = 'RJ01698658'

test.skipIf(!folder)('a real record arrives with the values it holds', async () => {
  await using market = await startSmallMarket(answerText(captured('product_RJ01698658.json')))
  const answer = await market.marketplace.readRecord(id)
  expect(answer).toMatchObject({
    kind: 'found',
    value: { work: { id, name: expect.stringContaining('精霊介護') } },
  })
  expect(market.asked).toEqual(['/maniax/api/=/product.json?workno=RJ01698658&locale=ja_JP'])
})

test.skipIf(!folder)('real numbers arrive in one call; who is not in the answer is absent', async () => {
  await using market = await startSmallMarket(answerText(captured('ajax_shape_RJ01698658.json')))
  const answers = await market.marketplace.readNumbers([id, 'RJ123456'])
  expect(answers.get(id)).toMatchObject({ kind: 'found', value: { work: { sales: 1918, rating: 4.89 } } })
  expect(answers.get('RJ123456')).toEqual({ kind: 'absent' })
  expect(market.asked).toHaveLength(1)
})

test('an empty list is a work that is not there, asked once', async () => {
  await using market = await startSmallMarket(answerJson([]))
  expect(await market.marketplace.readRecord(id)).toEqual({ kind: 'absent' })
  expect(await market.marketplace.readNumbers([id])).toEqual(new Map([[id, { kind: 'absent' }]]))
  expect(market.asked).toHaveLength(2)
})
