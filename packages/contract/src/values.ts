/**
 * The closed lists of values that travel on the wire (PRODUCT vocabulary).
 * Bounds said once, with the message keys that name them in every language.
 */
import * as v from 'valibot'

export const ageCategories = ['all', 'r15', 'r18'] as const
export const AgeCategory = v.picklist(ageCategories, 'ageCategoryUnknown')
export type AgeCategory = v.InferOutput<typeof AgeCategory>

export const ageFilterModes = ['all_ages_only', 'adults_only', 'no_limit'] as const
export const AgeFilterMode = v.picklist(ageFilterModes, 'valueUnknown')
export type AgeFilterMode = v.InferOutput<typeof AgeFilterMode>

export const policies = ['strict', 'moderate', 'off'] as const
export const Policy = v.picklist(policies, 'valueUnknown')
export type Policy = v.InferOutput<typeof Policy>

export const availabilities = ['on_sale', 'unavailable', 'announced', 'own'] as const
export const Availability = v.picklist(availabilities, 'valueUnknown')
export type Availability = v.InferOutput<typeof Availability>

export const locales = ['zh-CN', 'en-US', 'ja-JP'] as const
export const Locale = v.picklist(locales, 'valueUnknown')
export type Locale = v.InferOutput<typeof Locale>
export const defaultLocale: Locale = 'zh-CN'

export const themes = ['auto', 'light', 'dark'] as const
export const Theme = v.picklist(themes, 'valueUnknown')
export type Theme = v.InferOutput<typeof Theme>

/**
 * The forms in which the tracks of a work come, the best to play first: `main` is the work as it is meant, with effects
 * and in its usual quality, `full` has it in one long file.
 */
export const trackSets = [
  'main',
  'highResolution',
  'full',
  'withoutEffects',
  'loop',
  'swapped',
  'bonus',
  'sample',
] as const
export const TrackSet = v.picklist(trackSets, 'valueUnknown')
export type TrackSet = v.InferOutput<typeof TrackSet>

/** The five entities a work is tied to; also their paths and filter keys. */
export const entityKinds = ['makers', 'series', 'artists', 'illustrators', 'genres'] as const
export const EntityKind = v.picklist(entityKinds, 'valueUnknown')
export type EntityKind = v.InferOutput<typeof EntityKind>

export const matches = ['any', 'all'] as const
export const Match = v.picklist(matches, 'valueUnknown')
export type Match = v.InferOutput<typeof Match>

/** Language codes of the marketplace; `OTL` other, `NM` no language needed. */
export const languages = [
  'JPN',
  'ENG',
  'CHI_HANS',
  'CHI_HANT',
  'CHI',
  'KO_KR',
  'SPA',
  'GER',
  'FRE',
  'IND',
  'ITA',
  'POR',
  'SWE',
  'THA',
  'VIE',
  'OTL',
  'NM',
] as const
export const Language = v.picklist(languages, 'valueUnknown')
export type Language = v.InferOutput<typeof Language>

/** Languages in which works can be read along, as lists are filtered by them. */
export const lyricsLanguages = ['zh', 'ja', 'en', 'other'] as const
export const LyricsLanguage = v.picklist(lyricsLanguages, 'valueUnknown')
export type LyricsLanguage = v.InferOutput<typeof LyricsLanguage>

export const periods = ['daily', 'weekly', 'monthly', 'yearly', 'all'] as const
export const Period = v.picklist(periods, 'valueUnknown')
export type Period = v.InferOutput<typeof Period>

/** 1 General, 2 Guest, 3 Admin. Nothing but exactly 3 is an administrator. */
export const roles = [1, 2, 3] as const
export const Role = v.picklist(roles, 'valueUnknown')
export type Role = v.InferOutput<typeof Role>
export const roleOf = { general: 1, guest: 2, admin: 3 } as const satisfies Record<string, Role>

export const userStatuses = ['active', 'disabled'] as const
export const UserStatus = v.picklist(userStatuses, 'valueUnknown')
export type UserStatus = v.InferOutput<typeof UserStatus>

/** The platforms on which an access key may be redeemed; a key without any may be redeemed anywhere. */
export const platforms = ['web', 'android', 'ios', 'windows', 'macos', 'linux', 'api'] as const
export const Platform = v.picklist(platforms, 'valueUnknown')
export type Platform = v.InferOutput<typeof Platform>

/**
 * Clients say in this header where they run. What is limited to a platform goes by their word: it is a courtesy that
 * keeps a code for phones on phones, and no boundary, since any client can say anything.
 */
export const platformHeader = 'x-client-platform'
/**
 * Where several servers share a database: a response to a write names the last change that it contains, in a sealed text.
 * Requests bring along the names that their response has to contain, separated by commas.
 */
export const afterHeader = 'koedana-after'
/** Replaces the name where the database was restored: the client forgets the names that it sent. */
export const forgottenChange = 'none'
/** A client sends no more names than this, and a server reads no more. */
export const maxSentChanges = 4
/** Set where a response does not contain the change that it had to. */
export const behindHeader = 'koedana-behind'

/** The state of an access key; one that is used up and expired is used up. */
export const keyStates = ['usable', 'used_up', 'expired'] as const
export const KeyState = v.picklist(keyStates, 'valueUnknown')
export type KeyState = v.InferOutput<typeof KeyState>

/** The conditions on which people may make an account for themselves. */
export const registrations = ['closed', 'key', 'open'] as const
export const Registration = v.picklist(registrations, 'valueUnknown')
export type Registration = v.InferOutput<typeof Registration>

/** Kinds that are ordered as they are, now or by a schedule; a move has an endpoint of its own. */
export const orderKinds = [
  'sync_works',
  'refresh_works',
  'clean_works',
  'measure_sounds',
  'make_backup',
] as const
export type OrderKind = (typeof orderKinds)[number]

export const taskKinds = [...orderKinds, 'move_in'] as const
export const TaskKind = v.picklist(taskKinds, 'valueUnknown')
export type TaskKind = v.InferOutput<typeof TaskKind>

export const taskStatuses = ['ready', 'running', 'stopping', 'finished', 'cancelled', 'failed'] as const
export const TaskStatus = v.picklist(taskStatuses, 'valueUnknown')
export type TaskStatus = v.InferOutput<typeof TaskStatus>

/** These may be followed: their new works are looked for. */
export const followedKinds = ['makers', 'series', 'artists'] as const satisfies readonly EntityKind[]
export const FollowedKind = v.picklist(followedKinds, 'valueUnknown')
export type FollowedKind = v.InferOutput<typeof FollowedKind>

/** The sources from which the value of a field may come. */
export const sources = ['marketplace', 'feed', 'folder', 'edit', 'migration'] as const
export const Source = v.picklist(sources, 'valueUnknown')
export type Source = v.InferOutput<typeof Source>

/** Widths of covers in pixels, 4:3; no other size is ever made. */
export const coverSizes = [240, 480, 960] as const
export type CoverSize = (typeof coverSizes)[number]

/**
 * Work ids: a marketplace code (`RJ`, `BJ`, `VJ`) or an own work (`KD`), normalised.
 * Marketplace numbers below 1,000,000 have 6 digits, others 8; own works always 8.
 */
const prefixes: readonly string[] = ['KD', 'RJ', 'BJ', 'VJ']
const numbersPerPrefix = 100_000_000
/** Own ids are made here, always with 8 digits: what has fewer was never one. */
const idPattern = /(RJ|RE|BJ|VJ|KD(?=\d{8}))(\d{6,8})(?!\d)/i

/**
 * Returns the canonical id, or undefined if the text is not exactly one id. `re12345678`-style spellings are mended, and
 * what an input method wrote in full width is read as well.
 */
export function normaliseWorkId(text: string): string | undefined {
  const trimmed = text.normalize('NFKC').trim()
  const found = findWorkId(trimmed)
  return found !== undefined && idPattern.exec(trimmed)?.[0].length === trimmed.length ? found : undefined
}

/** Returns whether the text is exactly one id, in any spelling. */
export const isWorkId = (text: string): boolean =>
  isCanonicalNow.test(text) || normaliseWorkId(text) !== undefined

/** Returns the key behind any spelling of an id; undefined if the text is none. */
export function findWorkKey(text: string): number | undefined {
  // Nearly all come as we gave them out: they need no new text.
  if (isCanonicalNow.test(text)) return workKeyOf(text)
  const id = normaliseWorkId(text)
  return id === undefined ? undefined : workKeyOf(id)
}

/** Eight digits, the first two not both zero: what has six digits otherwise. */
const isCanonicalNow = /^(?:RJ|BJ|VJ|KD)(?!00)\d{8}$/

/** Returns the first work id inside a folder or file name, canonical. */
export function findWorkId(name: string): string | undefined {
  const match = idPattern.exec(name)
  if (!match?.[1] || !match[2]) return undefined
  const prefix = match[1].toUpperCase()
  return spell(prefix === 'RE' ? 'RJ' : prefix, Number(match[2]))
}

/**
 * Returns a canonical id as one integer below 2^31, and back by `workIdOf`: the key of the work in tables and index. Order
 * of keys is the order in which ties are broken.
 */
export function workKeyOf(id: string): number {
  const prefix = prefixes.indexOf(id.slice(0, 2))
  if (prefix < 0) throw new TypeError(`not a canonical work id: ${id}`)
  return prefix * numbersPerPrefix + Number(id.slice(2))
}

export function workIdOf(key: number): string {
  const prefix = prefixes[Math.floor(key / numbersPerPrefix)]
  if (prefix === undefined) throw new TypeError(`not a work key: ${key}`)
  return spell(prefix, key % numbersPerPrefix)
}

function spell(prefix: string, number: number): string {
  const digits = prefix !== 'KD' && number < 1_000_000 ? 6 : 8
  return prefix + String(number).padStart(digits, '0')
}

/** The largest integer every store and index column holds. */
export const maxInteger = 2_147_483_647

export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('integerExpected'),
    v.integer('integerExpected'),
    v.minValue(min, 'numberTooSmall'),
    v.maxValue(max, 'numberTooLarge'),
  )

export const Count = integer(0, maxInteger)

/** A schema as far as its bounds go: `optional` and `nullable` wrap another one. */
interface Bounded {
  readonly type: string
  readonly wrapped?: Bounded
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[]
}

export interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** Returns the least and the most that a schema of a number takes; what it does not bound is absent. */
export function boundsOf({ wrapped, pipe = [] }: Bounded): Bounds {
  if (wrapped) return boundsOf(wrapped)
  const requirementOf = (type: string) => pipe.find((step) => step.type === type)?.requirement
  const [min, max] = [requirementOf('min_value'), requirementOf('max_value')]
  return { ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) }
}

/** 0 to 5, two decimals on the wire. */
export const Rating = v.pipe(
  v.number('numberExpected'),
  v.minValue(0, 'numberTooSmall'),
  v.maxValue(5, 'numberTooLarge'),
)

/** A listener gives these: whole stars. */
export const OwnRating = integer(1, 5)

export const progressStates = ['want', 'listening', 'finished', 'postponed'] as const
export const ProgressState = v.picklist(progressStates, 'valueUnknown')
export type ProgressState = v.InferOutput<typeof ProgressState>

/** `YYYY-MM-DD`, a day that exists, from the year 1000. */
export const CalendarDate = v.pipe(v.string('dateExpected'), v.check(isCalendarDate, 'dateExpected'))

/** Fixed-width UTC text, `2026-08-22T00:00:00.000Z`. */
export const Instant = v.pipe(
  v.string('instantExpected'),
  v.check((text) => isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), 'instantExpected'),
)

/** Any spelling of a work id; the parsed value is canonical. */
export const WorkId = v.pipe(v.string('workIdExpected'), v.check(isWorkId, 'workIdExpected'))

/** Public id of a maker, series, artist, illustrator or genre: the source's own text. */
export const EntityId = v.pipe(
  v.string('textExpected'),
  v.minLength(1, 'required'),
  v.maxLength(64, 'textTooLong'),
  v.regex(/^[^\p{Cc}]+$/u, 'textExpected'),
)

export const page = integer(1, 1_000_000)
export const pageSize = integer(1, 100)
export const defaultPageSize = 24

export function isCalendarDate(text: string): boolean {
  const match = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const mostHidden = 500
const ids = v.optional(v.pipe(v.array(EntityId), v.maxLength(mostHidden, 'listTooLong')))

/**
 * Viewers choose not to see these, below the ceiling that is set for them. Visitors send it with every read; for who
 * is signed in the server keeps it, and what is sent besides can only take more away.
 */
export const choiceEntries = {
  ageFilterMode: v.optional(AgeFilterMode),
  policy: v.optional(Policy),
  hiddenMakers: ids,
  hiddenSeries: ids,
  hiddenArtists: ids,
  hiddenIllustrators: ids,
  hiddenGenres: ids,
}

export const Choices = v.object(choiceEntries)
export type Choices = v.InferOutput<typeof Choices>
