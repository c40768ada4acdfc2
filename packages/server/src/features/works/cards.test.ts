import { workKeyOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { cardRowsIn } from './card-rows.store.ts'
import { type Cards, createCards } from './cards.ts'

const [id, other] = ['RJ90000001', 'RJ90000002']

eachEngine((engine) => {
  let w: World
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.make([
      { id, name: '雨の音', ageCategory: 'all' },
      { id: other, name: '波の音', ageCategory: 'all' },
    ])
  })
  afterAll(() => w.close())

  /** Creates cards whose rows arrive only after `arrive` is called. */
  function slowCards() {
    const { db, dictionary, links, catalogue } = w.deps
    const [read, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const findRows = cardRowsIn(db)
    const cards = createCards({
      dictionary,
      links,
      entitiesOf: (kind, key) => catalogue.current().entitiesOf(kind, key),
      workCount: () => catalogue.current().workCount,
      findCardRows: async (keys, locale) => {
        const rows = await findRows(keys, locale)
        read.resolve()
        await gate.promise
        return rows
      },
    })
    return { cards, read: read.promise, arrive: gate.resolve }
  }

  const inspect = { locale: 'ja-JP', isVeiled: false, ages: 2 } as const
  const titleOf = async (cards: Cards) => {
    const [card] = await cards.get([workKeyOf(id)], inspect)
    return JSON.parse(String(card)).title
  }
  const rename = (name: string) =>
    w.deps.write.updateTable('work').set({ name }).where('id', '=', id).execute()

  function watchedCards() {
    const { db, dictionary, links, catalogue } = w.deps
    const findRows = cardRowsIn(db)
    const requested: number[] = []
    const cards = createCards({
      dictionary,
      links,
      entitiesOf: (kind, key) => catalogue.current().entitiesOf(kind, key),
      workCount: () => catalogue.current().workCount,
      findCardRows: (keys, locale) => {
        requested.push(...keys)
        return findRows(keys, locale)
      },
    })
    return { cards, requested }
  }

  test('who goes through all of them keeps none, and takes what others keep', async () => {
    const { cards, requested } = watchedCards()
    const [one, two] = [workKeyOf(id), workKeyOf(other)]
    const scanned = await cards.scan([one, two, 7], inspect)
    expect(scanned.map((card) => card && JSON.parse(String(card)).id)).toEqual([id, other, undefined])
    expect(await cards.find([one], inspect)).toEqual(scanned.slice(0, 1))
    expect(await cards.scan([one, two], inspect)).toEqual(scanned.slice(0, 2))
    expect(requested).toEqual([one, two, 7, one, two])
  })

  test('names that nobody had before leave cards as they are; a new name of one that was known does not', async () => {
    const { cards, requested } = watchedCards()
    const key = workKeyOf('RJ90000003')
    const made = (name: string, number: number) => ({
      id: `RJ9000000${number}`,
      name: `音 ${number}`,
      ageCategory: 'all' as const,
      maker: { id: `RG9000${number}`, name },
    })
    const makerOf = async () => {
      const [card] = await cards.get([key], inspect)
      return JSON.parse(String(card)).maker.name
    }
    await w.make([made('海の庵', 3)])
    expect(await makerOf()).toBe('海の庵')
    await w.make([made('山の庵', 4)])
    expect(await makerOf()).toBe('海の庵')
    expect(requested).toEqual([key])
    await w.make([made('空の庵', 3)])
    expect(await makerOf()).toBe('空の庵')
    expect(requested).toEqual([key, key])
  })

  test('of many works that changed the cards are forgotten, and no others', async () => {
    const { cards, requested } = watchedCards()
    const [one, two] = [workKeyOf(id), workKeyOf(other)]
    await cards.find([one, two], inspect)
    cards.forget([...Array.from({ length: 500 }, (_, at) => 1_000 + at), one])
    await cards.find([one, two], inspect)
    expect(requested).toEqual([one, two, one])
  })

  test.each([
    ['its own change', () => [workKeyOf(id)]],
    ['a change of all', () => 'all' as const],
  ])('a card that was made during %s is not kept', async (what, keys) => {
    const { cards, read, arrive } = slowCards()
    await rename('雨の音')
    const early = titleOf(cards)
    await read
    await rename(`雨の夜 (${what})`)
    cards.forget(keys())
    arrive()
    expect(await early).toBe('雨の音')
    expect(await titleOf(cards)).toBe(`雨の夜 (${what})`)
  })

  test('a card that stands is not read again until it is forgotten', async () => {
    const { cards, arrive } = slowCards()
    arrive()
    await rename('雨の音')
    expect(await titleOf(cards)).toBe('雨の音')
    await rename('雨の夜')
    expect(await titleOf(cards)).toBe('雨の音')
    cards.forget([workKeyOf(other)])
    expect(await titleOf(cards)).toBe('雨の音')
    cards.forget([workKeyOf(id)])
    expect(await titleOf(cards)).toBe('雨の夜')
  })
})
