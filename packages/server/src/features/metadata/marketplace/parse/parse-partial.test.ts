/** Tests parts of seven more real records, restored to their original shape. */
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { captured, capturedFolder } from '../testing/captured.ts'
import { readRecordOf } from './product-record.rules.ts'

const names = v.optional(v.array(v.string()))
const Partial = v.object({
  workno: v.string(),
  work_name: v.optional(v.string()),
  maker_id: v.optional(v.string()),
  maker_name: v.optional(v.string()),
  price: v.optional(v.number()),
  official_price: v.optional(v.number()),
  regist_date: v.optional(v.string()),
  voice_by: names,
  illust_by: names,
  genre_ids: v.optional(v.array(v.number())),
  age: v.string(),
  lang: v.optional(v.string()),
  edition_of: v.optional(v.string()),
})

const persons = (known: readonly string[] = []) => known.map((name) => ({ id: `1${name.length}`, name }))

test.skipIf(!capturedFolder)('each part is read with the values it holds, and nothing besides', () => {
  const partials = v.parse(v.array(Partial), JSON.parse(captured('partial_records.json')))
  expect(partials).toHaveLength(7)
  for (const part of partials) {
    const { workno: id, voice_by, illust_by, genre_ids = [], regist_date, maker_id, maker_name } = part
    const record = {
      ...part,
      voice_by: null,
      age_category_string: part.age,
      regist_date: regist_date && `${regist_date} 16:00:00`,
      creaters: voice_by ? { voice_by: persons(voice_by), illust_by: persons(illust_by) } : [],
      genres: genre_ids.map((genre) => ({ id: genre, search_val: String(genre).padStart(3, '0') })),
      translation_info: { original_workno: part.edition_of ?? null, lang: part.lang ?? null },
    }
    const reported = readRecordOf(record, id, 'https://www.dlsite.com')
    expect(reported?.work).toEqual({
      id,
      name: part.work_name,
      ageCategory: 'all',
      price: part.price,
      listPrice: part.official_price,
      releaseDate: regist_date,
      languages: part.lang ? [part.lang] : undefined,
      maker: maker_id && maker_name ? { id: maker_id, name: maker_name } : undefined,
      artists: voice_by && persons(voice_by),
      illustrators: illust_by && persons(illust_by),
      genres: part.genre_ids?.map((genre) => ({ id: String(genre), name: expect.stringMatching(/\S/) })),
      editionOf: part.edition_of,
    })
  }
})
