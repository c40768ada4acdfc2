/** One line of a catalog file (docs/catalog-files.md): what a source knows about one work. Null and absent both mean "unknown". */
import * as v from 'valibot'
import { byLocale } from './by-locale.ts'
import { numberFields, numberSchema } from './field-lists.ts'
import { recordOf } from './kit/record-of.ts'
import { isStorable } from './kit/storable.ts'
import { AgeCategory, Availability, CalendarDate, EntityId, Instant, Language, WorkId } from './values.ts'

const Text = v.pipe(
  v.string('textExpected'),
  v.maxLength(2_000, 'textTooLong'),
  v.check(isStorable, 'textExpected'),
)
/** Rejects names that consist of white space. */
const Name = v.pipe(Text, v.regex(/\S/u, 'required'))
const Id = v.pipe(
  EntityId,
  v.check((text) => text.isWellFormed(), 'textExpected'),
  // Browsers and proxies remove these segments from paths, even escaped, so nothing with such an ID could be opened.
  v.check((text) => text !== '.' && text !== '..', 'notInAddress'),
)

const Names = byLocale(v.nullable(Name))

const list = <T extends v.GenericSchema>(item: T) => v.nullish(v.array(item, 'listExpected'))

const FeedEntity = v.object({ id: Id, name: Name, kana: v.nullish(Text) }, 'objectExpected')
const FeedGenre = v.object({ id: Id, name: Name, names: v.nullish(Names) }, 'objectExpected')

export const FeedWork = v.object(
  {
    id: WorkId,
    name: v.nullish(Name),
    names: v.nullish(Names),
    kana: v.nullish(Text),
    ageCategory: v.nullish(AgeCategory),
    ...recordOf(numberFields, (field) => v.nullish(numberSchema(field))),
    releaseDate: v.nullish(CalendarDate),
    languages: list(Language),
    maker: v.nullish(FeedEntity),
    series: v.nullish(FeedEntity),
    artists: list(FeedEntity),
    illustrators: list(FeedEntity),
    genres: list(FeedGenre),
    writers: list(Name),
    musicians: list(Name),
    availability: v.nullish(Availability),
    /** The original of this language edition. */
    editionOf: v.nullish(WorkId),
    /** Used only for works that are new on this server. */
    addedAt: v.nullish(Instant),
    createdAt: v.nullish(Instant),
  },
  'objectExpected',
)
export type FeedWork = v.InferOutput<typeof FeedWork>

export interface FeedEntity {
  readonly id: string
  readonly name: string
  readonly kana?: string | null | undefined
  readonly names?: Readonly<Record<string, string | null>> | null | undefined
}

/** The version that a catalog file may state in its first line, `{"koedana":1}`. */
export const feedVersion = 1
