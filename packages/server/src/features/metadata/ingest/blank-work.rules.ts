/** Creates works that no source has delivered yet. */

import { numberFields } from '@koedana/contract/field-lists.ts'
import { type Source, workKeyOf } from '@koedana/contract/values.ts'
import { numberColumnsOf } from '../../../db/number-columns.rules.ts'
import type { FeedColumns, StoredWork } from './ingest.ts'

export interface BlankWork {
  readonly id: string
  readonly source: Source
  /** Fixed-width UTC text. */
  readonly now: string
}

export const blankWork = (blank: BlankWork): StoredWork => ({
  columns: blankColumns(blank),
  attached: {
    names: new Map(),
    languages: [],
    artists: [],
    illustrators: [],
    genres: [],
    writers: [],
    musicians: [],
  },
})

/** Returns the columns of a work of which only the ID is known. */
export function blankColumns({ id, source, now }: BlankWork): FeedColumns {
  return {
    key: workKeyOf(id),
    id,
    name: id,
    kana: null,
    age_category: null,
    ...numberColumnsOf(numberFields, () => null),
    released_on: null,
    availability: id.startsWith('KD') ? 'own' : 'on_sale',
    maker_key: null,
    series_key: null,
    edition_of_key: null,
    added_at: null,
    created_at: now,
    updated_at: now,
    feed_hash: null,
    origin: source,
  }
}
