import { getWorkHistory } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer } from '../../testing/test-server.ts'

const id = 'RJ90000001'

eachEngine((engine) => {
  test('the numbers of a work come oldest first, in any spelling of its id', async () => {
    const here = await startTestServer(engine)
    await here.make([{ id, ageCategory: 'all', sales: 5, price: 300 }], '2025-01-01T23:59:59.999Z')
    await here.make([{ id, sales: 5, name: 'Rain' }], '2025-01-02T00:00:00.000Z')
    await here.make([{ id, sales: 8, rating: 4.89, ratingCount: 3 }], '2025-01-10T00:00:00.000Z')
    const unknown = { wishlistCount: null, rating: null, ratingCount: null, reviewCount: null }
    expect(await here.call(getWorkHistory, { params: { id: 'rj90000001' } })).toEqual({
      points: [
        { date: '2025-01-01', sales: 5, price: 300, ...unknown },
        { date: '2025-01-10', sales: 8, price: 300, ...unknown, rating: 4.89, ratingCount: 3 },
      ],
    })
    await here.close()
  })

  test('a work without numbers has an empty history', async () => {
    const here = await startTestServer(engine)
    await here.make([{ id, ageCategory: 'all', name: 'Rain' }])
    expect(await here.call(getWorkHistory, { params: { id } })).toEqual({ points: [] })
    await here.close()
  })

  test('a hidden work has no history, like one that is unknown', async () => {
    const here = await startTestServer(engine)
    await here.make([{ id, ageCategory: 'r18', sales: 5 }])
    for (const requested of [id, 'RJ90000009']) {
      await expect(here.call(getWorkHistory, { params: { id: requested } })).rejects.toMatchObject({
        status: 404,
      })
    }
    await here.close()
  })
})
