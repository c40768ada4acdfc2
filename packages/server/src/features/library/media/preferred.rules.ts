/** The tracks one would listen to, where a work comes in several forms and formats. */
import { type Locale, type TrackSet, trackSets } from '@koedana/contract/values.ts'
import { compareNatural } from './natural.rules.ts'
import { formOfTrack } from './track-set.rules.ts'

export interface Variant {
  /** The folder inside the work, `''` at its top. */
  readonly folder: string
  /** Ends in the name of the file. */
  readonly path: string
  readonly format: string
  readonly durationSeconds: number | null
}

export interface Arranged<T> {
  readonly track: T
  readonly set: TrackSet
  /** Picks the best set in one language and one format; where no format has all of it, each track in its best one. */
  readonly isPreferred: boolean
}

/**
 * `tracks` are in natural order. Returns the preferred ones first, then set by set and format by format. Of languages the
 * listener's is preferred, and the original without one.
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

/** Total of the preferred tracks in whole seconds; null where no length is known. */
export function totalDuration(tracks: readonly Variant[]): number | null {
  const preferred = arrangeTracks(tracks).filter(({ isPreferred }) => isPreferred)
  const known = preferred.flatMap(({ track }) => track.durationSeconds ?? [])
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0))
}

/** Small ones first: they are streamed. Last those that have to be converted. */
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
  /** The same for the forms of one track. */
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

/** Chooses for a work that is here in several languages; a few tracks in another one belong to the rest. */
function inOneLanguage<T extends Variant>(tracks: Form<T>, locale: Locale | undefined): Form<T> {
  const languages = Map.groupBy(tracks, ({ language }) => language)
  if (new Set([...languages.values()].map(countOf)).size !== 1) return tracks
  const wanted = [...(locale ? languagesFor[locale] : []), undefined, 'ja']
  const chosen = wanted.find((language) => languages.has(language))
  return languages.get(chosen) ?? languages.values().next().value ?? tracks
}

/** Returns how many tracks there are in the format that has most of them. */
const countOf = <T extends Variant>(form: Form<T>): number =>
  Math.max(...[...Map.groupBy(form, ({ track }) => track.format).values()].map(({ length }) => length))

/** Returns the tracks of one set. */
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

/** The same track in two qualities of one format counts once. */
function withoutRepeats<T extends Variant>(form: Form<T>): Form<T> {
  const kept = new Map<string, DescribedTrack<T>[]>()
  return form.filter((one) => {
    const alike = kept.get(one.key) ?? []
    if (alike.some((before) => areAsLong(before.track, one.track))) return false
    kept.set(one.key, [...alike, one])
    return true
  })
}

/** Returns whether what is in the other format is all here too: by name, or one for one by folder, number and length. */
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

/** Encoders add silence of a few hundredths. */
const areAsLong = (a: Variant, b: Variant) =>
  a.durationSeconds !== null &&
  b.durationSeconds !== null &&
  Math.abs(a.durationSeconds - b.durationSeconds) < 1

const folderOf = <T>({ parts }: DescribedTrack<T>) => parts.slice(0, -1).join('/')
const numberOf = <T>({ parts }: DescribedTrack<T>) => /\d+/.exec(parts.at(-1) ?? '')?.[0].replace(/^0+/, '')

/** Sorts like the walk: what lies higher comes before what lies in folders. */
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
