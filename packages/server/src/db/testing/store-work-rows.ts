/** Stores rows of the index as works, so that SQL can run the same queries. */
import { unknown } from '@koedana/catalogue/model/generation.ts'
import type { WorkRow } from '@koedana/catalogue/model/row.ts'
import { rangedFields } from '@koedana/contract/field-lists.ts'
import { ageCategories, entityKinds, languages, workIdOf } from '@koedana/contract/values.ts'
import { numberColumnsOf } from '../number-columns.rules.ts'
import type { Database } from '../open.ts'
import { insertRows } from '../statements.ts'

const tables = {
  makers: 'maker',
  series: 'series',
  artists: 'artist',
  illustrators: 'illustrator',
  genres: 'genre',
} as const
const linkedKinds = ['artists', 'illustrators', 'genres'] as const

/** Replaces all works. Entities get the keys used in the rows. */
export async function saveWorkRows(database: Database, rows: readonly WorkRow[]): Promise<void> {
  const { write } = database
  for (const kind of linkedKinds) await write.deleteFrom(`work_${tables[kind]}`).execute()
  await write.deleteFrom('work_language').execute()
  await write.deleteFrom('work').execute()
  for (const kind of entityKinds) {
    await write.deleteFrom(tables[kind]).execute()
    const keys = new Set(rows.flatMap((row) => row.entities[kind]))
    await insert(database, tables[kind], Array.from(keys, entityOf))
  }
  await insert(database, 'work', rows.map(workOf))
  await insert(database, 'work_language', rows.flatMap(languagesOf))
  for (const kind of linkedKinds) {
    const links = rows.flatMap(({ key, entities }) =>
      entities[kind].map((entity, position) => ({ work_key: key, entity_key: entity, position })),
    )
    await insert(database, `work_${tables[kind]}`, links)
  }
}

function insert(database: Database, table: string, rows: readonly Readonly<Record<string, unknown>>[]) {
  return insertRows(database, database.write, { table, columns: Object.keys(rows[0] ?? {}), rows })
}

const entityOf = (key: number) => ({
  key,
  id: `E${key}`,
  name: `Entity ${key}`,
  created_at: instant(0),
  updated_at: instant(0),
})

function workOf(row: WorkRow) {
  return {
    key: row.key,
    id: workIdOf(row.key),
    name: `Work ${row.key}`,
    // Unknown counts as the strictest category, so half of those are stored as unknown.
    age_category: row.age === 3 && row.key % 2 === 0 ? null : (ageCategories[row.age - 1] ?? null),
    ...numberColumnsOf(rangedFields, (field) => known(row[field])),
    released_on: row.releaseDay === unknown ? null : instant(row.releaseDay * 86_400_000).slice(0, 10),
    availability: 'on_sale',
    maker_key: row.entities.makers[0] ?? null,
    series_key: row.entities.series[0] ?? null,
    edition_of_key: row.editionOf < 0 ? null : row.editionOf,
    in_library: Number(row.inLibrary),
    has_lyrics: Number(row.hasLyrics),
    // Unknown until a scan reads the subtitles.
    lyrics_languages: row.lyricsLanguages === 0 && row.key % 2 === 0 ? null : row.lyricsLanguages,
    added_at: Number.isNaN(row.addedAt) ? null : instant(row.addedAt),
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  }
}

const languagesOf = ({ key, languages: bits }: WorkRow) =>
  languages.filter((_, at) => bits & (1 << at)).map((language) => ({ work_key: key, language }))

const known = (value: number) => (value === unknown ? null : value)
const instant = (milliseconds: number) => new Date(milliseconds).toISOString()
