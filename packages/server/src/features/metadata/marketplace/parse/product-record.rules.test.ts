import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capturedFolder, capturedRecord } from '../testing/captured.ts'
import { applyOriginal, readNamesOf, readRecordOf } from './product-record.rules.ts'

const id = 'RJ01698658'
const base = 'https://www.dlsite.com'
const read = (record: unknown) => readRecordOf(record, id, base)
const workOf = (fields: object) => read({ workno: id, ...fields })?.work

describe.skipIf(!capturedFolder)('a real record', () => {
  test('is read with exactly the values it holds', () => {
    const name =
      '【安眠ASMR】精霊介護~Spirit“s” lullaby~ ノワール編 CV.上田麗奈【耳かき・マッサージ・子守唄】'
    expect(read(capturedRecord())).toEqual({
      work: {
        id,
        name,
        kana: 'アンミンエーエムエスアールセイレイカイゴスピリッツララバイノワールヘンシーブイウエダレイナミミカキマッサージコモリウタ',
        ageCategory: 'all',
        price: 1584,
        listPrice: 1980,
        rating: 4.89,
        ratingCount: 112,
        releaseDate: '2026-08-22',
        languages: ['JPN'],
        maker: { id: 'RG01068359', name: 'Bit grooove lab.' },
        series: { id: 'SRI0000059323', name: '精霊介護~Spirit“s” lullaby~' },
        artists: [{ id: '42968', name: '上田麗奈' }],
        illustrators: [{ id: '92824', name: '肉丸' }],
        genres: [
          { id: '497', name: 'ASMR' },
          { id: '56', name: '癒し' },
          { id: '53', name: '健全' },
          { id: '496', name: 'バイノーラル/ダミヘ' },
          { id: '16', name: 'ファンタジー' },
          { id: '659', name: 'マッサージ' },
          { id: '442', name: '耳かき' },
        ],
        writers: ['chill'],
        musicians: ['daisuke horita'],
        availability: 'on_sale',
      },
      coverUrl: 'https://img.dlsite.jp/modpub/images2/work/doujin/RJ01699000/RJ01698658_img_main.jpg',
      guessedCoverUrl: 'https://img.dlsite.jp/modpub/images2/work/doujin/RJ01699000/RJ01698658_img_main.jpg',
      original: undefined,
      root: undefined,
      childIds: [],
    })
  })

  test('is read the same with any keys that are new', () => {
    const record = capturedRecord()
    const unknown = fc.dictionary(
      fc.string().filter((key) => !(key in record)),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(unknown, (further) => {
        expect(read({ ...further, ...record })).toEqual(read(record))
      }),
    )
  })

  test('is read without a field that became nothing, and as before but for it', () => {
    const record = capturedRecord()
    const keys = fc.constantFrom(...Object.keys(record).filter((key) => !/^(workno|product_id)$/.test(key)))
    fc.assert(
      fc.property(keys, fc.constantFrom(null, false, '', [], undefined), (key, nothing) => {
        const before = read(record)?.work ?? {}
        const after = Object.entries(read({ ...record, [key]: nothing })?.work ?? {})
        for (const [field, value] of after)
          if (!/^(series|name|languages)$/.test(field)) expect(value).toEqual(Reflect.get(before, field))
        expect(after.length).toBeGreaterThanOrEqual(Object.keys(before).length - 4)
      }),
    )
  })
})

test('whatever comes, nothing is thrown, and a record of another work is none', () => {
  const fields = [
    'work_name',
    'creaters',
    'genres',
    'image_main',
    'language_editions',
    'translation_info',
    'price',
  ]
  const record = fc.dictionary(fc.constantFrom(...fields, 'rate_count_detail', 'options'), fc.jsonValue())
  fc.assert(fc.property(record, (reported) => workOf(reported)?.id === id))
  fc.assert(fc.property(fc.jsonValue(), (value) => read(value) === undefined))
  expect(read({ workno: 'RJ123456', work_name: 'x' })).toBeUndefined()
  expect(read({ workno: 'rj1698658', work_name: 'x' })?.work.id).toBe(id)
})

test('what is empty, null, false or of no form is left out', () => {
  const empty = { work_name: '', creaters: [], genres: [], options: '', language_editions: [], price: null }
  const odd = { maker_id: false, maker_name: null, regist_date: '0000-00-00 00:00:00', age_category: 9 }
  expect(workOf({ ...empty, ...odd, rate_count_detail: [], series_id: 'SRI1', series_name: null })).toEqual({
    id,
  })
})

test('the raw name is taken, never the masked one', () => {
  expect(workOf({ work_name: '催眠', work_name_masked: '催○' })?.name).toBe('催眠')
  expect(workOf({ work_name: null, product_name: '催眠', work_name_masked: '催○' })?.name).toBe('催眠')
  expect(workOf({ work_name: null, work_name_masked: '催○' })?.name).toBeUndefined()
})

test('numbers in quotes are numbers, and what costs nothing costs 0', () => {
  expect(workOf({ price: '1,584', official_price: '1980' })).toMatchObject({ price: 1584, listPrice: 1980 })
  expect(workOf({ price: 0, free: true })?.price).toBe(0)
  expect(workOf({ price: -1 })?.price).toBeUndefined()
})

test('ages and availability', () => {
  expect([1, 2, 3, '3'].map((age_category) => workOf({ age_category })?.ageCategory)).toEqual([
    'all',
    'r15',
    'r18',
    'r18',
  ])
  expect(workOf({ age_category_string: 'adult' })?.ageCategory).toBe('r18')
  expect(workOf({ on_sale: 1 })?.availability).toBe('on_sale')
  expect(workOf({ on_sale: 0 })?.availability).toBe('unavailable')
  expect(workOf({ on_sale: 0, is_ana: true })?.availability).toBe('announced')
  expect(workOf({ on_sale: 1, is_reserve_work: true })?.availability).toBe('announced')
})

test('a member of a family has its own languages, not those of the family', () => {
  const editions = [
    { workno: 'RJ382106', lang: 'JPN' },
    { workno: id, lang: 'ENG' },
    { workno: 'RJ01026490', lang: 'CHI_HANT' },
  ]
  const keyed = { 1: editions[0], 2: editions[1], 3: editions[2] }
  for (const language_editions of [editions, keyed]) {
    expect(workOf({ options: 'SND#ENG#REV', language_editions })?.languages).toEqual(['ENG'])
    const translation_info = { lang: 'KO_KR' }
    expect(workOf({ options: 'SND#ENG', translation_info, language_editions })?.languages).toEqual([
      'ENG',
      'KO_KR',
    ])
    // Only its entry tells its language.
    expect(workOf({ options: 'SND', language_editions })?.languages).toEqual(['ENG'])
  }
})

test('the Japanese entry of its list of editions is the root, whichever system of translations it is of', () => {
  const language_editions = [
    { workno: 'RJ382106', lang: 'JPN' },
    { workno: id, lang: 'ENG' },
  ]
  const own = read({
    workno: id,
    translation_info: { is_original: true, original_workno: null },
    language_editions,
  })
  expect(own).toMatchObject({ work: { editionOf: 'RJ382106' }, root: 'RJ382106', original: undefined })
  const ofTranslator = read({
    workno: id,
    translation_info: { original_workno: 'RJ01026490' },
    language_editions,
  })
  expect(ofTranslator).toMatchObject({ work: { editionOf: 'RJ382106' }, original: 'RJ01026490' })
  // The list names the work itself as the root.
  expect(readRecordOf({ workno: 'RJ382106', language_editions }, 'RJ382106', base)).toMatchObject({
    work: { editionOf: 'RJ382106' },
    root: undefined,
  })
})

test('the series is known by its title where it is not given as one', () => {
  const series = { id: 'SRI0000000001', name: 'Tea' }
  expect(workOf({ series_id: null, title_id: series.id, title_name: series.name })?.series).toEqual(series)
})

test('persons without an id are no entities, and still write', () => {
  const creaters = {
    voice_by: [{ name: 'A' }, { id: 7, name: 'B' }],
    scenario_by: [{ name: 'C' }, { id: '1' }],
  }
  expect(workOf({ creaters })).toEqual({ id, artists: [{ id: '7', name: 'B' }], writers: ['C'] })
})

test('a genre without a name is called as it is known, or by its id', () => {
  const genres = [{ id: 56 }, { id: '999999' }, { id: 497, name: '', name_base: 'ASMR' }, { name: 'x' }]
  expect(workOf({ genres })?.genres).toEqual([
    { id: '56', name: '癒し' },
    { id: '999999', name: '999999' },
    { id: '497', name: 'ASMR' },
  ])
})

test('a placeholder is no cover, and addresses without a protocol get one', () => {
  const cover = (url: unknown) => read({ workno: id, image_main: { url } })?.coverUrl
  expect(cover('//www.dlsite.com/images/web/home/no_img_main.gif')).toBeUndefined()
  expect(cover('//img.dlsite.jp/a.jpg')).toBe('https://img.dlsite.jp/a.jpg')
  expect(cover(null)).toBeUndefined()
})

test('a translation is read under maker, series and cover of its original', () => {
  const translation = read({
    workno: id,
    work_name: 'Tea (English)',
    maker_id: 'RG00002',
    maker_name: 'Translators',
    image_main: { url: '//img/b.jpg' },
    translation_info: { original_workno: 'RJ382106', child_worknos: ['rj1026490', null, id] },
  })
  const original = readRecordOf(
    { workno: 'RJ382106', maker_id: 'RG00001', maker_name: 'Tea House', image_main: { url: '//img/a.jpg' } },
    'RJ382106',
    base,
  )
  expect(translation).toMatchObject({ original: 'RJ382106', childIds: ['RJ01026490'] })
  expect(translation && original && applyOriginal(translation, original)).toMatchObject({
    work: { name: 'Tea (English)', editionOf: 'RJ382106', maker: { id: 'RG00001', name: 'Tea House' } },
    coverUrl: 'https://img/a.jpg',
  })
})

test('a work that names itself as the original is one', () => {
  expect(read({ workno: id, translation_info: { original_workno: id } })?.original).toBeUndefined()
  expect(read({ workno: id, translation_info: [] })?.original).toBeUndefined()
})

test('names in another locale', () => {
  const genres = [
    { id: 56, name: 'Healing', name_base: '癒し' },
    { id: 497, name: '' },
  ]
  expect(readNamesOf({ workno: id, work_name: 'Tea', genres }, id, 'en-US')).toEqual({
    locale: 'en-US',
    name: 'Tea',
    genres: new Map([['56', 'Healing']]),
  })
  expect(readNamesOf([], id, 'en-US')).toBeUndefined()
})
