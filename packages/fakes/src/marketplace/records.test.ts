import { expect, test } from 'vitest'
import { startMarketplace } from './start-marketplace.ts'
import { fetchJson, numbers, numbersOf, record, records, standing } from './testing/fetch-json.ts'

const market = standing({ works: 300 })

test('a known work is a list of one record with what is true of it', async () => {
  const work = market().works.example('plain')
  const body = await records(market(), work.id)
  expect(body).toHaveLength(1)
  expect(body[0]).toMatchObject({
    workno: work.id,
    work_name: work.name,
    maker_id: work.maker.id,
    age_category: 1,
    age_category_string: 'general',
    site_id: 'home',
    on_sale: 1,
    contents_file_size: work.bytes,
  })
})

test('genres are named in the language requested, by query or cookie, with their Japanese name beside', async () => {
  const { id } = [...market().works.all()].find(({ genres }) => genres.some((genre) => genre.id === 56)) ?? {}
  const named = async (locale: string) =>
    expect.soft((await record(market(), id ?? '', locale)).genres).toContainEqual({
      name: { ja_JP: '癒し', en_US: 'Healing', zh_CN: '治愈', zh_TW: '療癒', ko_KR: '힐링' }[locale],
      id: 56,
      search_val: '056',
      name_base: '癒し',
    })
  for (const locale of ['ja_JP', 'en_US', 'zh_CN', 'zh_TW', 'ko_KR']) await named(locale)
  const byCookie = await fetch(`${market().url}/home/api/=/product.json?workno=${id}`, {
    headers: { cookie: 'locale=zh-cn' },
  })
  expect(await byCookie.text()).toContain('治愈')
})

test('what nobody has, a list of ids and nothing at all are an empty list with 200', async () => {
  const [one, two] = [...market().works.all()]
  for (const workno of ['RJ01000101', `${one?.id},${two?.id}`, '', 'nonsense', 'RJ99999999999999'])
    expect(await records(market(), workno)).toEqual([])
})

test('product.json mends case and padding, the numbers want the exact id', async () => {
  const { id } = market().works.example('plain')
  const short = `RJ${Number(id.slice(2))}`
  for (const spelling of [short, id.toLowerCase(), `RJ00${id.slice(2)}`])
    expect((await record(market(), spelling)).workno).toBe(id)
  expect(await numbers(market(), [short, id.toLowerCase()])).toEqual([])
})

test('empty maps are lists: creators, genres, options', async () => {
  const of = async (kind: 'noCreators' | 'noGenres' | 'noOptions') =>
    record(market(), market().works.example(kind).id)
  expect((await of('noCreators')).creaters).toEqual([])
  expect((await of('noGenres')).genres).toEqual([])
  expect(await of('noOptions')).toMatchObject({ work_options: [], options: '' })
})

test('a delisted work has no record, and numbers that say it is not sold', async () => {
  const { id } = market().works.example('delisted')
  expect(await records(market(), id)).toEqual([])
  expect(await numbersOf(market(), id)).toMatchObject({ on_sale: 0, is_ana: false, is_reserve_work: false })
})

test('works to come say so and are dated ahead', async () => {
  for (const [kind, flag] of [
    ['announced', 'is_ana'],
    ['reserved', 'is_reserve_work'],
  ] as const) {
    const body = await record(market(), market().works.example(kind).id)
    expect(body).toMatchObject({ [flag]: true, on_sale: 0 })
    expect(String(body.regist_date) > market().works.today()).toBe(true)
  }
})

test('a free work costs nothing, a masked name differs from the name, a bonus is not sold by itself', async () => {
  expect(await record(market(), market().works.example('free').id)).toMatchObject({ price: 0, free: true })
  const masked = await record(market(), market().works.example('masked').id)
  expect(masked.work_name_masked).not.toBe(masked.work_name)
  expect(await numbersOf(market(), market().works.example('bonus').id)).toMatchObject({
    is_sale: false,
    is_free: false,
    is_oly: false,
    wishlist_count: false,
  })
})

test('translations: the original knows its children, the parent has no content, the child its parent', async () => {
  const original = market().works.example('originalListed')
  const parent = market().works.example('translationParent')
  const child = market().works.example('translationChild')
  expect((await record(market(), original.id)).translation_info).toMatchObject({
    is_original: true,
    child_worknos: [child.id],
  })
  const body = await record(market(), parent.id)
  expect(body).toMatchObject({ contents_file_size: 0, contents: [], price: expect.any(Number) })
  expect(body.translation_info).toMatchObject({
    is_parent: true,
    original_workno: original.id,
    lang: 'CHI_HANS',
  })
  expect((await record(market(), child.id)).translation_info).toMatchObject({
    is_child: true,
    original_workno: original.id,
    parent_workno: parent.id,
  })
  expect(child.voices).toEqual(original.voices)
})

test('editions are a list once and a map from "1" another time, and sales are given for each', async () => {
  const [listed, keyed] = [market().works.example('originalListed'), market().works.example('originalKeyed')]
  expect((await record(market(), listed.id)).language_editions).toMatchObject([
    { workno: listed.id, lang: 'JPN', display_order: 1 },
    { lang: 'CHI_HANS' },
  ])
  expect((await record(market(), keyed.id)).language_editions).toMatchObject({
    1: { workno: keyed.id, lang: 'JPN' },
    2: { lang: 'ENG' },
  })
  const body = await numbersOf(market(), keyed.id)
  const parent = market().works.find(keyed.editions[1]?.id ?? '')
  expect(body).toMatchObject({
    dl_count_total: keyed.sales + (parent?.sales ?? 0),
    dl_count_items: [{ dl_count: String(keyed.sales) }, { dl_count: parent?.sales }],
  })
})

test('a series comes with its size and its latest work', async () => {
  const work = [...market().works.all()].find(({ series, state }) => series && state === 'sold')
  const family = [...market().works.all()].filter(({ series }) => series?.id === work?.series?.id)
  const body = await record(market(), work?.id ?? '')
  expect(body).toMatchObject({
    series_id: work?.series?.id,
    title_id: work?.series?.id,
    title_work_count: family.length,
  })
  const latest = family.toSorted((a, b) => b.releaseDay - a.releaseDay || b.index - a.index)[0]
  expect(body.title_latest_workno).toBe(latest?.id)
})

test('ages, floors and prefixes go together', async () => {
  expect(await record(market(), market().works.example('r15').id)).toMatchObject({
    age_category: 2,
    site_id: 'home',
  })
  expect(await record(market(), market().works.example('r18').id)).toMatchObject({
    age_category: 3,
    site_id: 'maniax',
  })
  const drama = await record(market(), market().works.example('drama').id)
  expect(drama).toMatchObject({ is_drama_work: true, work_category: 'books', circle_id: null })
  expect(drama.workno).toMatch(/^BJ\d{8}$/)
  expect(drama.maker_id).toMatch(/^BG/)
})

test('responses come packed to clients that take it, and are the same', async () => {
  const packing = await startMarketplace({ works: 10, compresses: true })
  const address = `${packing.url}/home/api/=/product.json?workno=${packing.works.example('plain').id}`
  const packed = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
  const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await packed.json()).toEqual(await plain.json())
  await packing.close()
})

test('robots have to wait ten seconds', async () => {
  const robots = await fetch(`${market().url}/robots.txt`)
  expect(await robots.text()).toContain('Crawl-delay: 10')
  await expect(fetchJson(market(), '/home/nothing')).rejects.toThrow('404')
})
