import { type Locale, type TrackSet, trackSets } from '@koedana/contract/values.ts'
import { compareNatural } from './natural.rules.ts'
import { detectTrackForm } from './track-set.rules.ts'

export interface Variant {
  /** Folder inside the work; `''` at the top. */
  readonly folder: string
  readonly path: string
  readonly format: string
  readonly durationSeconds: number | null
}

export interface ArrangedTrack<T> {
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
export function arrangeTracks<T extends Variant>(tracks: readonly T[], locale?: Locale): ArrangedTrack<T>[] {
  const sorted = tracks.map((track) => describeTrack(track))
  const set = trackSets.find((one) => sorted.some((track) => track.set === one))
  const best = sorted.filter((track) => track.set === set)
  const preferred = chooseFormat(chooseLanguage(best, locale))
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
  const form = detectTrackForm({ folder: track.folder, name })
  return { ...form, track, key: form.parts.join('/') }
}

type TrackGroup<T> = readonly DescribedTrack<T>[]

const preferredLanguages: Readonly<Record<Locale, readonly string[]>> = {
  'zh-CN': ['zh-Hans', 'zh', 'zh-Hant'],
  'en-US': ['en'],
  'ja-JP': ['ja'],
}

/** Chooses a language if the work is complete in each of them. If their track counts differ, keeps all. */
function chooseLanguage<T extends Variant>(tracks: TrackGroup<T>, locale: Locale | undefined): TrackGroup<T> {
  const languages = Map.groupBy(tracks, ({ language }) => language)
  if (new Set([...languages.values()].map(maxTracksInFormat)).size !== 1) return tracks
  const wanted = [...(locale ? preferredLanguages[locale] : []), undefined, 'ja']
  const chosen = wanted.find((language) => languages.has(language))
  return languages.get(chosen) ?? languages.values().next().value ?? tracks
}

const maxTracksInFormat = <T extends Variant>(form: TrackGroup<T>): number =>
  Math.max(...[...Map.groupBy(form, ({ track }) => track.format).values()].map(({ length }) => length))

function chooseFormat<T extends Variant>(tracks: TrackGroup<T>): TrackGroup<T> {
  const formats = [...Map.groupBy(tracks, ({ track }) => track.format)]
    .map(([format, form]) => ({ format, form: removeDuplicates(form) }))
    .sort((a, b) => formatOrder.indexOf(a.format) - formatOrder.indexOf(b.format))
  const whole = formats.find(({ form }) => formats.every((other) => includesAll(form, other.form)))
  if (whole) return whole.form
  const best = new Map<string, string>()
  for (const { format, form } of formats) {
    for (const { key } of form) if (!best.has(key)) best.set(key, format)
  }
  const chosen = formats.flatMap(({ format, form }) => form.filter(({ key }) => best.get(key) === format))
  return chosen.sort(byPath)
}

/** Drops a second quality of the same track in the same format. */
function removeDuplicates<T extends Variant>(form: TrackGroup<T>): TrackGroup<T> {
  const kept = new Map<string, DescribedTrack<T>[]>()
  return form.filter((one) => {
    const alike = kept.get(one.key) ?? []
    if (alike.some((before) => haveSameDuration(before.track, one.track))) return false
    kept.set(one.key, [...alike, one])
    return true
  })
}

/** Returns whether a format includes all tracks of another: by name, or one for one by folder, number and duration. */
function includesAll<T extends Variant>(form: TrackGroup<T>, other: TrackGroup<T>): boolean {
  const counts = Map.groupBy(form, ({ key }) => key)
  const others = Map.groupBy(other, ({ key }) => key)
  if ([...others].every(([key, some]) => (counts.get(key)?.length ?? 0) >= some.length)) return true
  return form.length === other.length && form.every((one, at) => isSameTrack(one, other[at]))
}

function isSameTrack<T extends Variant>(a: DescribedTrack<T>, b: DescribedTrack<T> | undefined): boolean {
  return (
    b !== undefined &&
    haveSameDuration(a.track, b.track) &&
    numberOf(a) === numberOf(b) &&
    folderKeyOf(a) === folderKeyOf(b)
  )
}

/** Encoders add a few hundredths of a second of silence. */
const haveSameDuration = (a: Variant, b: Variant) =>
  a.durationSeconds !== null &&
  b.durationSeconds !== null &&
  Math.abs(a.durationSeconds - b.durationSeconds) < 1

const folderKeyOf = <T>({ parts }: DescribedTrack<T>) => parts.slice(0, -1).join('/')
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
