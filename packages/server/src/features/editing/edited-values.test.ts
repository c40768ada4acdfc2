import { api } from '@koedana/contract/api.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { fullWork } from '../metadata/feed/testing/feed-fixtures.ts'
import { type EditedWork, type EditingWorld, editingWorld } from './testing/edited-work.ts'

eachEngine((engine) => {
  let all: EditingWorld
  let work: EditedWork
  beforeAll(async () => {
    all = await editingWorld(engine)
  })
  afterAll(() => all.here.close())
  beforeEach(async () => {
    work = await all.makeWork()
  })

  test('every field can be given, emptied, and stands as it was given', async () => {
    const values = {
      name: '<b>雨</b> & "夜"',
      names: { 'en-US': 'Rain <i>', 'ja-JP': '雨' },
      kana: 'アメ',
      ageCategory: 'r15',
      price: 1,
      listPrice: 2,
      sales: 3,
      wishlistCount: 4,
      rating: 4.891,
      ratingCount: 5,
      reviewCount: 6,
      releaseDate: '2020-02-29',
      languages: ['KO_KR', 'JPN', 'JPN'],
      maker: { name: `Maker of ${work.id}` },
      series: { name: `Series of ${work.id}` },
      artists: [{ id: 'a1' }, { name: `Voice of ${work.id}` }, { id: 'a1' }],
      illustrators: [{ name: `Brush of ${work.id}` }],
      genres: [{ id: '56' }],
      writers: ['One', 'Two'],
      musicians: ['Three'],
      availability: 'unavailable',
      editionOf: 'rj93999999',
    } as const
    const {
      work: edited,
      names,
      editionOf,
      fields,
    } = await work.patch({
      values: {
        ...values,
        languages: [...values.languages],
        artists: [...values.artists],
        illustrators: [...values.illustrators],
        genres: [...values.genres],
        writers: [...values.writers],
        musicians: [...values.musicians],
      },
    })
    expect(edited).toMatchObject({
      name: values.name,
      title: 'Rain <i>',
      kana: 'アメ',
      ageCategory: 'r15',
      price: 1,
      listPrice: 2,
      sales: 3,
      wishlistCount: 4,
      rating: 4.89,
      ratingCount: 5,
      reviewCount: 6,
      releaseDate: '2020-02-29',
      languages: ['JPN', 'KO_KR'],
      maker: { name: `Maker of ${work.id}` },
      series: { name: `Series of ${work.id}` },
      illustrators: [{ name: `Brush of ${work.id}` }],
      genres: [{ id: '56' }],
      writers: ['One', 'Two'],
      musicians: ['Three'],
      availability: 'unavailable',
    })
    expect(edited.artists.map(({ name }) => name)).toEqual(['One', `Voice of ${work.id}`])
    expect(edited.maker?.id).toMatch(/^own-[0-9a-f]{12}$/)
    expect(names).toEqual(values.names)
    expect(editionOf).toBe('RJ93999999')
    for (const field of Object.keys(values)) expect(fields).toHaveProperty([field, 'source'], 'edit')
    const empty = {
      names: {},
      kana: null,
      ageCategory: null,
      price: null,
      listPrice: null,
      sales: null,
      wishlistCount: null,
      rating: null,
      ratingCount: null,
      reviewCount: null,
      releaseDate: null,
      languages: [],
      maker: null,
      series: null,
      artists: [],
      illustrators: [],
      genres: [],
      writers: [],
      musicians: [],
      editionOf: null,
    }
    const emptied = await work.patch({ values: empty })
    expect(emptied.work).toMatchObject({
      kana: null,
      ageCategory: 'r18',
      price: null,
      rating: null,
      releaseDate: null,
      languages: [],
      maker: null,
      series: null,
      artists: [],
      illustrators: [],
      genres: [],
      writers: [],
      musicians: [],
    })
    expect(emptied.names).toEqual({})
    expect(emptied.editionOf).toBeNull()
    const [last, first] = emptied.edits
    await work.undo(last?.id ?? '')
    const before = await work.undo(first?.id ?? '')
    expect(before.work).toMatchObject({
      name: fullWork.name,
      price: fullWork.price,
      rating: fullWork.rating,
      languages: ['CHI_HANS', 'JPN'],
    })
  })

  test('what cannot be stored is refused with its field', async () => {
    const refused = (values: object) =>
      all.here.app.inject({
        method: 'PATCH',
        url: `/api/v3/works/${work.id}`,
        headers: { authorization: `Bearer ${all.keeper.token}` },
        payload: { values },
      })
    for (const [values, field] of [
      [{ name: 'a\0b' }, 'body.values.name'],
      [{ name: '\ud800' }, 'body.values.name'],
      [{ name: '   ' }, 'body.values.name'],
      [{ writers: ['x\udfff'] }, 'body.values.writers'],
      [{ price: -1 }, 'body.values.price'],
      [{ releaseDate: '2023-02-29' }, 'body.values.releaseDate'],
      [{ artists: Array.from({ length: 2_000 }, () => ({ id: 'a1' })) }, 'body.values.artists'],
      [{ maker: { id: 'a\0' } }, 'body.values.maker'],
    ] as const) {
      const { statusCode, body } = await refused(values)
      expect(statusCode).toBe(400)
      expect(Object.keys(JSON.parse(body).fields)[0]).toContain(field)
    }
    const unknown = await refused({ price: 5, maker: { id: 'nobody' }, genres: [{ id: 'none\ud800' }] })
    expect(unknown.statusCode).toBe(422)
    expect(JSON.parse(unknown.body).fields).toEqual({
      'body.values.maker': 'valueUnknown',
      'body.values.genres': 'valueUnknown',
    })
    expect((await work.metadata()).work.price).toBe(fullWork.price)
    await expect(all.keeper.call(api.getWorkEdits, { params: { id: 'RJ00999999' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
