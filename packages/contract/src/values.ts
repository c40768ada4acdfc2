/** Closed lists of values in the API (PRODUCT vocabulary), and their limits with message keys. */
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
 * The versions of a work's tracks, best first. `main` is the intended version, with effects and in standard quality; `full` has it in one
 * long file.
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

/** The kinds of entities of a work; also their paths and filter keys. */
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

/** Subtitle languages that lists can be filtered by. */
export const lyricsLanguages = ['zh', 'ja', 'en', 'other'] as const
export const LyricsLanguage = v.picklist(lyricsLanguages, 'valueUnknown')
export type LyricsLanguage = v.InferOutput<typeof LyricsLanguage>

export const periods = ['daily', 'weekly', 'monthly', 'yearly', 'all'] as const
export const Period = v.picklist(periods, 'valueUnknown')
export type Period = v.InferOutput<typeof Period>

/** 1 member, 2 guest, 3 administrator. Only exactly 3 is an administrator. */
export const roles = [1, 2, 3] as const
export const Role = v.picklist(roles, 'valueUnknown')
export type Role = v.InferOutput<typeof Role>
export const roleOf = { general: 1, guest: 2, admin: 3 } as const satisfies Record<string, Role>

export const userStatuses = ['active', 'disabled'] as const
export const UserStatus = v.picklist(userStatuses, 'valueUnknown')
export type UserStatus = v.InferOutput<typeof UserStatus>

/** Platforms that an access key can be limited to; a key without any can be redeemed on all. */
export const platforms = ['web', 'android', 'ios', 'windows', 'macos', 'linux', 'api'] as const
export const Platform = v.picklist(platforms, 'valueUnknown')
export type Platform = v.InferOutput<typeof Platform>

/**
 * Header in which clients report their platform. Limits by platform trust it: they are a convenience, not a security boundary, because any
 * client can send any value.
 */
export const platformHeader = 'x-client-platform'
/**
 * For several servers on one database: a response to a write names its last change, as sealed text. Requests list the changes that their
 * response must include, separated by commas.
 */
export const afterHeader = 'koedana-after'
/** Sent instead of a name after the database was restored: the client forgets the names that it sent. */
export const noChange = 'none'
/** Maximum number of names that a client sends and a server reads. */
export const maxSentChanges = 4
/** Set if a response does not include all requested changes. */
export const staleHeader = 'koedana-behind'

/** The state of an access key; a key that is both used up and expired is used up. */
export const keyStates = ['usable', 'used_up', 'expired'] as const
export const KeyState = v.picklist(keyStates, 'valueUnknown')
export type KeyState = v.InferOutput<typeof KeyState>

export const registrations = ['closed', 'key', 'open'] as const
export const Registration = v.picklist(registrations, 'valueUnknown')
export type Registration = v.InferOutput<typeof Registration>

/** Kinds that can be started directly or by a schedule; imports have their own endpoint. */
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

/** Kinds that can be followed: the server looks for their new works. */
export const followedKinds = ['makers', 'series', 'artists'] as const satisfies readonly EntityKind[]
export const FollowedKind = v.picklist(followedKinds, 'valueUnknown')
export type FollowedKind = v.InferOutput<typeof FollowedKind>

/** The possible sources of a field's value. */
export const sources = ['marketplace', 'feed', 'folder', 'edit', 'migration'] as const
export const Source = v.picklist(sources, 'valueUnknown')
export type Source = v.InferOutput<typeof Source>

/** Widths of covers in pixels, 4:3; no other sizes exist. */
export const coverSizes = [240, 480, 960] as const
export type CoverSize = (typeof coverSizes)[number]

/**
 * Work IDs, canonical: a marketplace code (`RJ`, `BJ`, `VJ`) or a custom work (`KD`).
 * Marketplace numbers below 1,000,000 have 6 digits, others 8; custom works always have 8.
 */
const prefixes: readonly string[] = ['KD', 'RJ', 'BJ', 'VJ']
const idsPerPrefix = 100_000_000
/** IDs of custom works are assigned by the server with 8 digits, so `KD` with fewer digits is not an ID. */
const idPattern = /(RJ|RE|BJ|VJ|KD(?=\d{8}))(\d{6,8})(?!\d)/i

/**
 * Returns the canonical ID, or undefined if the text is not exactly one ID. Accepts the prefix `RE` (for `RJ`), lower case and
 * full-width characters.
 */
export function normalizeWorkId(text: string): string | undefined {
  const trimmed = text.normalize('NFKC').trim()
  const found = findWorkId(trimmed)
  return found !== undefined && idPattern.exec(trimmed)?.[0].length === trimmed.length ? found : undefined
}

/** Returns whether the text is exactly one ID, in any spelling. */
export const isWorkId = (text: string): boolean =>
  canonicalIdPattern.test(text) || normalizeWorkId(text) !== undefined

/** Returns the key of an ID in any spelling; undefined if the text is not an ID. */
export function findWorkKey(text: string): number | undefined {
  // Almost all IDs are canonical already, so no string is created.
  if (canonicalIdPattern.test(text)) return workKeyOf(text)
  const id = normalizeWorkId(text)
  return id === undefined ? undefined : workKeyOf(id)
}

/** Eight digits that do not start with 00, which would be spelled with six digits. */
const canonicalIdPattern = /^(?:RJ|BJ|VJ|KD)(?!00)\d{8}$/

/** Returns the first work ID inside a folder or file name, canonical. */
export function findWorkId(name: string): string | undefined {
  const match = idPattern.exec(name)
  if (!match?.[1] || !match[2]) return undefined
  const prefix = match[1].toUpperCase()
  return formatWorkId(prefix === 'RE' ? 'RJ' : prefix, Number(match[2]))
}

/**
 * Converts a canonical ID to an integer below 2^31: the key of the work in tables and index. `workIdOf` reverses it. Ties in sorts are
 * broken by ascending key.
 */
export function workKeyOf(id: string): number {
  const prefix = prefixes.indexOf(id.slice(0, 2))
  if (prefix < 0) throw new TypeError(`not a canonical work id: ${id}`)
  return prefix * idsPerPrefix + Number(id.slice(2))
}

export function workIdOf(key: number): string {
  const prefix = prefixes[Math.floor(key / idsPerPrefix)]
  if (prefix === undefined) throw new TypeError(`not a work key: ${key}`)
  return formatWorkId(prefix, key % idsPerPrefix)
}

function formatWorkId(prefix: string, number: number): string {
  const digits = prefix !== 'KD' && number < 1_000_000 ? 6 : 8
  return prefix + String(number).padStart(digits, '0')
}

/** The largest integer that every database and index column can store. */
export const maxInteger = 2_147_483_647

export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('integerExpected'),
    v.integer('integerExpected'),
    v.minValue(min, 'numberTooSmall'),
    v.maxValue(max, 'numberTooLarge'),
  )

export const Count = integer(0, maxInteger)

/** The parts of a schema with its limits: `optional` and `nullable` wrap another one. */
interface LimitedSchema {
  readonly type: string
  readonly wrapped?: LimitedSchema
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[]
}

export interface NumberLimits {
  readonly min?: number
  readonly max?: number
}

/** Returns minimum and maximum of a number schema; absent if unlimited. */
export function limitsOf({ wrapped, pipe = [] }: LimitedSchema): NumberLimits {
  if (wrapped) return limitsOf(wrapped)
  const requirementOf = (type: string) => pipe.find((step) => step.type === type)?.requirement
  const [min, max] = [requirementOf('min_value'), requirementOf('max_value')]
  return { ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) }
}

/** 0 to 5, with two decimals in the API. */
export const Rating = v.pipe(
  v.number('numberExpected'),
  v.minValue(0, 'numberTooSmall'),
  v.maxValue(5, 'numberTooLarge'),
)

export const OwnRating = integer(1, 5)

export const progressStates = ['want', 'listening', 'finished', 'postponed'] as const
export const ProgressState = v.picklist(progressStates, 'valueUnknown')
export type ProgressState = v.InferOutput<typeof ProgressState>

/** `YYYY-MM-DD`, an existing day from the year 1000 on. */
export const CalendarDate = v.pipe(v.string('dateExpected'), v.check(isCalendarDate, 'dateExpected'))

/** Fixed-width UTC text, `2026-08-22T00:00:00.000Z`. */
export const Instant = v.pipe(
  v.string('instantExpected'),
  v.check((text) => isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), 'instantExpected'),
)

/** Any spelling of a work ID; the server converts it to a key. */
export const WorkId = v.pipe(v.string('workIdExpected'), v.check(isWorkId, 'workIdExpected'))

/** Public ID of a maker, series, artist, illustrator or genre: the source's own text. */
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

const maxHidden = 500
const ids = v.optional(v.pipe(v.array(EntityId), v.maxLength(maxHidden, 'listTooLong')))

/**
 * What a viewer hides, within the age limit. Visitors send it with every read. For logged-in users the server stores it, and sent values
 * can only restrict further.
 */
export const viewerFilterEntries = {
  ageFilterMode: v.optional(AgeFilterMode),
  policy: v.optional(Policy),
  hiddenMakers: ids,
  hiddenSeries: ids,
  hiddenArtists: ids,
  hiddenIllustrators: ids,
  hiddenGenres: ids,
}

export const ViewerFilters = v.object(viewerFilterEntries)
export type ViewerFilters = v.InferOutput<typeof ViewerFilters>
