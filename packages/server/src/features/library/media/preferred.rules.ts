import { type Locale, type TrackSet, trackSets } from '@koedana/contract/values.ts'
import { compareNatural } from './natural.rules.ts'
import { formOfTrack } from './track-set.rules.ts'

export interface Variant {
  /** Folder inside the work; `''` at the top. */
  readonly folder: string
  readonly path: string
  readonly format: string
  readonly durationSeconds: number | null
}

export interface Arranged<T> {
  readonly track: T
  readonly set: TrackSet
  /**
   * Whether the track belongs to the preferred set, language and format. If no format has all tracks, each track is preferred in its best
   * format.
   */
  readonly isPreferred: boolean
}

/**
 * Returns the preferred tracks first, then the others by set and format. Input must be in natural order. Of several languages, that of
 * `locale` is preferred, otherwise the original.
 */
export function arrangeTracks<T extends Variant>(tracks: readonly T[], locale?: Locale): Arranged<T>[] {
  const sorted = tracks.map((track) => describeTrack(track))
  const set = trackSets.find((one) => sorted.some((track) => track.set === one))
  const best = sorted.filter((track) => track.set === set)
  const preferred = inOneFormat(inOneLanguage(best, locale))
  const chosen = new Set(preferred)
  const others = sorted.filter((track) => !chosen.has(track)).sort(byForm)
  return [
    ...preferred.map(({ track, set }) => ({ track, set, isPreferred: true })),
    ...others.map(({ track, set }) => ({ track, set, isPreferred: false })),
  ]
}

/** Returns the total of the preferred tracks in whole seconds; null if no duration is known. */
export function totalDuration(tracks: readonly Variant[]): number | null {
  const preferred = arrangeTracks(tracks).filter(({ isPreferred }) => isPreferred)
  const known = preferred.flatMap(({ track }) => track.durationSeconds ?? [])
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0))
}

/** Small formats first, because tracks are streamed; those that need conversion last. */
const formatOrder = [
  'mp3',
  'm4a',
  'm4b',
  'ogg',
  'oga',
  'opus',
  'aac',
  'webm',
  'weba',
  'mp4',
  'flac',
  'mka',
  'wav',
  ...['mp2', 'wma', 'mpc', 'aiff', 'aif', 'aifc', 'wv', 'ape', 'dsf', 'dff'],
]

interface DescribedTrack<T> {
  readonly track: T
  readonly set: TrackSet
  readonly language: string | undefined
  readonly parts: readonly string[]
  /** Equal for the formats of one track. */
  readonly key: string
}

function describeTrack<T extends Variant>(track: T): DescribedTrack<T> {
  const name = track.path.slice(track.path.lastIndexOf('/') + 1)
  const form = formOfTrack({ folder: track.folder, name })
  return { ...form, track, key: form.parts.join('/') }
}

type Form<T> = readonly DescribedTrack<T>[]

const languagesFor: Readonly<Record<Locale, readonly string[]>> = {
  'zh-CN': ['zh-Hans', 'zh', 'zh-Hant'],
  'en-US': ['en'],
  'ja-JP': ['ja'],
}

/** Chooses a language if the work is complete in each of them. If their track counts differ, keeps all. */
function inOneLanguage<T extends Variant>(tracks: Form<T>, locale: Locale | undefined): Form<T> {
  const languages = Map.groupBy(tracks, ({ language }) => language)
  if (new Set([...languages.values()].map(countOf)).size !== 1) return tracks
  const wanted = [...(locale ? languagesFor[locale] : []), undefined, 'ja']
  const chosen = wanted.find((language) => languages.has(language))
  return languages.get(chosen) ?? languages.values().next().value ?? tracks
}

const countOf = <T extends Variant>(form: Form<T>): number =>
  Math.max(...[...Map.groupBy(form, ({ track }) => track.format).values()].map(({ length }) => length))

function inOneFormat<T extends Variant>(tracks: Form<T>): Form<T> {
  const formats = [...Map.groupBy(tracks, ({ track }) => track.format)]
    .map(([format, form]) => ({ format, form: withoutRepeats(form) }))
    .sort((a, b) => formatOrder.indexOf(a.format) - formatOrder.indexOf(b.format))
  const whole = formats.find(({ form }) => formats.every((other) => holdsAll(form, other.form)))
  if (whole) return whole.form
  const best = new Map<string, string>()
  for (const { format, form } of formats) {
    for (const { key } of form) if (!best.has(key)) best.set(key, format)
  }
  const chosen = formats.flatMap(({ format, form }) => form.filter(({ key }) => best.get(key) === format))
  return chosen.sort(byPath)
}

/** Drops a second quality of the same track in the same format. */
function withoutRepeats<T extends Variant>(form: Form<T>): Form<T> {
  const kept = new Map<string, DescribedTrack<T>[]>()
  return form.filter((one) => {
    const alike = kept.get(one.key) ?? []
    if (alike.some((before) => areAsLong(before.track, one.track))) return false
    kept.set(one.key, [...alike, one])
    return true
  })
}

/** Returns whether a format includes all tracks of another: by name, or one for one by folder, number and duration. */
function holdsAll<T extends Variant>(form: Form<T>, other: Form<T>): boolean {
  const counts = Map.groupBy(form, ({ key }) => key)
  const others = Map.groupBy(other, ({ key }) => key)
  if ([...others].every(([key, some]) => (counts.get(key)?.length ?? 0) >= some.length)) return true
  return form.length === other.length && form.every((one, at) => isSameSound(one, other[at]))
}

function isSameSound<T extends Variant>(a: DescribedTrack<T>, b: DescribedTrack<T> | undefined): boolean {
  return (
    b !== undefined &&
    areAsLong(a.track, b.track) &&
    numberOf(a) === numberOf(b) &&
    folderOf(a) === folderOf(b)
  )
}

/** Encoders add a few hundredths of a second of silence. */
const areAsLong = (a: Variant, b: Variant) =>
  a.durationSeconds !== null &&
  b.durationSeconds !== null &&
  Math.abs(a.durationSeconds - b.durationSeconds) < 1

const folderOf = <T>({ parts }: DescribedTrack<T>) => parts.slice(0, -1).join('/')
const numberOf = <T>({ parts }: DescribedTrack<T>) => /\d+/.exec(parts.at(-1) ?? '')?.[0].replace(/^0+/, '')

/** Sorts files before the subfolders next to them. */
function byPath<T>({ parts: a }: DescribedTrack<T>, { parts: b }: DescribedTrack<T>): number {
  for (let at = 0; ; at += 1) {
    const [one = '', other = ''] = [a[at], b[at]]
    const isLast = { one: at >= a.length - 1, other: at >= b.length - 1 }
    if (isLast.one !== isLast.other) return isLast.one ? -1 : 1
    const order = compareNatural(one, other)
    if (order !== 0 || isLast.one) return order
  }
}

function byForm<T extends Variant>(a: DescribedTrack<T>, b: DescribedTrack<T>): number {
  const sets = trackSets.indexOf(a.set) - trackSets.indexOf(b.set)
  return sets || formatOrder.indexOf(a.track.format) - formatOrder.indexOf(b.track.format)
}
