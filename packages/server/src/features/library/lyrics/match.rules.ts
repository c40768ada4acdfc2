/**
 * Assigns texts to the tracks of a work. Matches in this order: names equal without extension, language and markers; names that are nearly
 * equal; the same track number with a length that fits. Each text is assigned to its best match. A text in the track's own folder ranks
 * before a subtitle folder, and that before any other folder.
 */
import { lyricsLanguages } from '@koedana/contract/values.ts'
import { audioFormatOf, extensionOf } from '../media/formats.rules.ts'
import { languageFilterOf, languageOfFolder, splitLanguageSuffix } from './language.rules.ts'

/** Order of preference between otherwise equal texts. */
const textFormats: readonly string[] = ['lrc', 'vtt', 'srt', 'ass', 'ssa', 'txt']

/** Returns whether a file may hold lyrics. A `.txt` file also needs the name of a track, which the caller checks. */
export const isLyricsName = (name: string): boolean => textFormats.includes(extensionOf(name))

export interface SoundToMatch {
  readonly id: string
  readonly path: string
  readonly durationSeconds: number | null
}

export interface TextToMatch {
  /** Path of the text file, or of the audio file in which the text is embedded. */
  readonly path: string
  readonly lang: string
  readonly kind: string
  readonly isSynced: boolean
  readonly isEmbedded: boolean
  /** Time at which the last line begins; 0 without times. */
  readonly lastMs: number
}

export interface TextMatch<T> {
  readonly text: T
  readonly score: number
}

/** Minimum similarity. Short names are often similar by chance and need more. */
export const minScore = { long: 0.85, short: 0.9, shortBelow: 10 }

/** Returns the texts of each track, by track ID, the best first. */
export function matchTexts<T extends TextToMatch>(
  sounds: readonly SoundToMatch[],
  texts: readonly T[],
): Map<string, TextMatch<T>[]> {
  const named = sounds.map((sound) => ({ sound, name: nameOf(sound.path) }))
  const found = new Map<string, TextCandidate<T>[]>()
  const score = createSimilarity()
  for (const text of texts) {
    const best = bestSounds(named, text, score)
    for (const { sound, candidate } of best) {
      const list = found.get(sound.id) ?? []
      list.push(candidate)
      found.set(sound.id, list)
    }
  }
  return new Map([...found].map(([id, list]) => [id, chooseBest(list)]))
}

export interface ManualTextChoice {
  readonly trackId: string
  readonly path: string
  readonly isChosen: boolean
}

/** Matches by name and length, then applies manual choices: chosen texts come first, rejected texts are left out. */
export function linkTexts<T extends TextToMatch>(
  sounds: readonly SoundToMatch[],
  texts: readonly T[],
  choices: readonly ManualTextChoice[],
): Map<string, T[]> {
  // Most works have no texts, and need no name comparison.
  if (texts.length === 0) return new Map()
  const decided = new Map(choices.map(({ trackId, path, isChosen }) => [`${trackId} ${path}`, isChosen]))
  const matches = matchTexts(sounds, texts)
  const linked = sounds.map(({ id }): [string, T[]] => {
    const decidedOf = ({ path }: T) => decided.get(`${id} ${path}`)
    const chosen = texts.filter((text) => decidedOf(text) === true)
    const found = (matches.get(id) ?? []).map(({ text }) => text)
    return [id, [...chosen, ...found.filter((text) => decidedOf(text) === undefined)]]
  })
  return new Map(linked.filter(([, list]) => list.length > 0))
}

/** Returns the similarity of a text and a track for the list of candidates. Different numbers and lengths lower it, but exclude nothing. */
export function offerScore(sound: SoundToMatch, text: TextToMatch): number {
  const [name, other] = [nameOf(text.path), nameOf(sound.path)]
  const score = createSimilarity()
  const matched = scoreText(text, { name, sound, other, score })
  return matched > 0 ? matched : Math.min(0.7, score(name.plain, other.plain))
}

interface TextCandidate<T> extends TextMatch<T> {
  readonly nearness: number
}

interface NamedSound {
  readonly sound: SoundToMatch
  readonly name: Name
}

/** Returns all tracks that a text fits equally well: the same recording in two formats is two tracks. */
function bestSounds<T extends TextToMatch>(named: readonly NamedSound[], text: T, score: Similarity) {
  const name = nameOf(text.path)
  const fitting = named.flatMap(({ sound, name: other }) => {
    const found = text.isEmbedded
      ? Number(sound.path === text.path)
      : scoreText(text, { name, sound, other, score })
    return found === 0
      ? []
      : [{ sound, candidate: { text, score: found, nearness: nearnessOf(name, other) } }]
  })
  const most = fitting.reduce((best, { candidate }) => Math.max(best, candidate.score), 0)
  const best = fitting.filter(({ candidate }) => candidate.score === most)
  const nearest = best.toSorted((a, b) => a.candidate.nearness - b.candidate.nearness)[0]?.sound
  return best.filter(({ sound }) => nearest && hasSameLength(nearest, sound))
}

/** Tells the same recording in another format from the first track of another disc: those share the name but not the length. */
const hasSameLength = ({ durationSeconds: a }: SoundToMatch, { durationSeconds: b }: SoundToMatch): boolean =>
  a === null || b === null || Math.abs(a - b) <= Math.max(3, a / 50)

/** Keeps the best text of each language and kind: by times, distance of the folder, score, then format. */
function chooseBest<T extends TextToMatch>(list: readonly TextCandidate<T>[]): TextMatch<T>[] {
  const sorted = list.toSorted(
    (a, b) =>
      Number(b.text.isSynced) - Number(a.text.isSynced) ||
      a.nearness - b.nearness ||
      b.score - a.score ||
      Number(a.text.isEmbedded) - Number(b.text.isEmbedded) ||
      textFormats.indexOf(extensionOf(a.text.path)) - textFormats.indexOf(extensionOf(b.text.path)),
  )
  const taken = new Map<string, TextCandidate<T>>()
  for (const one of sorted) {
    const key = `${one.text.lang} ${one.text.kind}`
    const before = taken.get(key)
    // Two parts of one bilingual file are both kept.
    if (!before || before.text.path === one.text.path) taken.set(before ? `${key} ${taken.size}` : key, one)
  }
  return [...taken.values()].map(({ text, score }) => ({ text, score }))
}

interface Comparison {
  readonly name: Name
  readonly sound: SoundToMatch
  readonly other: Name
  readonly score: Similarity
}

function scoreText(text: TextToMatch, { name, sound, other, score }: Comparison): number {
  const fits = lengthFits(text, sound)
  if (name.base === other.base) return name.folder === other.folder || fits !== 'tooLong' ? 1 : 0
  // A similar name is not enough for a `.txt` file: it may be a readme.
  if (extensionOf(text.path) === 'txt' || fits === 'tooLong') return 0
  if (name.plain === other.plain && name.plain !== '') return 0.99
  if (name.numbers !== other.numbers) return 0
  const alike = score(name.plain, other.plain)
  if (isMatchingScore(alike, name.plain, other.plain)) return alike
  return isSameTrack(name, other) && fits === 'fits' ? trackScore : 0
}

const isMatchingScore = (score: number, ...names: readonly string[]) =>
  score >=
  (Math.max(...names.map((name) => name.length)) < minScore.shortBelow ? minScore.short : minScore.long)

/** Below any accepted name similarity, above scores that are only offered to choose from. */
const trackScore = 0.8

/** In another language, the same track has another title but the same number. */
const isSameTrack = (a: Name, b: Name) => a.track !== undefined && a.track === b.track

const lengthToleranceMs = 5_000
/** The last line usually begins after this share of the track. */
const minLastLineShare = 0.6

function lengthFits(
  { lastMs }: TextToMatch,
  { durationSeconds }: SoundToMatch,
): 'unknown' | 'tooLong' | 'fits' | 'short' {
  if (durationSeconds === null || lastMs === 0) return 'unknown'
  const ms = durationSeconds * 1000
  if (lastMs > ms + lengthToleranceMs) return 'tooLong'
  return lastMs >= ms * minLastLineShare ? 'fits' : 'short'
}

export interface Name {
  readonly folder: string
  /** File name without extensions and language, NFKC-normalized, in lower case. */
  readonly base: string
  /** Letters and digits only, without parts in brackets and terms for sound effects. */
  readonly plain: string
  /** All numbers of the name, joined. Names that differ in a number are different tracks. */
  readonly numbers: string
  readonly track: number | undefined
}

/** Longer names are cut to their last characters. */
const maxNameLength = 300
const effects =
  /(?<![a-z])(?:no|without)[ _-]?(?:se|sfx|bgm)(?![a-z])|(?<![a-z])se[ _]?(?:なし|無し?|有り?|あり|抜き|入り|off|on)|[無无](?:se|音效|音効)|効果音(?:なし|無し?|抜き|あり|有り?)/g

/** Parses a path into the parts by which names are compared. */
export function nameOf(path: string): Name {
  const slash = path.lastIndexOf('/')
  const base = stemOf(path.slice(slash + 1))
  const bare = base.replace(/[(（[【「『][^)）\]】」』]{0,100}[)）\]】」』]/g, ' ').replace(effects, ' ')
  const letters = (bare.match(/[\p{L}\p{N}]+/gu) ?? []).join('')
  const plain = letters === '' ? (base.match(/[\p{L}\p{N}]+/gu) ?? []).join('') : letters
  const numbers = (plain.match(/\d+/g) ?? []).map(Number)
  const track = /^\D{0,12}?0*(\d{1,3})(?!\d)/.exec(bare)?.[1]
  return {
    folder: path.slice(0, Math.max(slash, 0)),
    base,
    plain,
    numbers: numbers.join(),
    track: track === undefined ? undefined : Number(track),
  }
}

/** Reduces both `a.wav.zh-CN.lrc` and `a.zh-CN.wav.lrc` to `a`. */
function stemOf(name: string): string {
  let stem = name.slice(-maxNameLength).normalize('NFKC').toLowerCase()
  const extension = extensionOf(stem)
  if (textFormats.includes(extension) || audioFormatOf(stem)) stem = stem.slice(0, -extension.length - 1)
  for (let again = 0; again < 3; again += 1) {
    const sound = audioFormatOf(stem) ? stem.slice(0, stem.lastIndexOf('.')) : stem
    stem = splitLanguageSuffix(sound)?.rest ?? sound
  }
  return stem.trim()
}

/** Returns the language that the file name or one of the two nearest folders denotes. */
export function languageOfPath(path: string): string | undefined {
  const parts = path.normalize('NFKC').toLowerCase().split('/')
  let stem = (parts.pop() ?? '').slice(-maxNameLength).replace(/\.[a-z]{3}$/, '')
  if (audioFormatOf(stem)) stem = stem.slice(0, stem.lastIndexOf('.'))
  return splitLanguageSuffix(stem)?.lang ?? parts.reverse().slice(0, 2).map(languageOfFolder).find(Boolean)
}

const subtitleFolder = /字幕|歌词|歌詞|翻訳|翻译|lyric|subtitle|subs?$|lrc|srt|vtt/i

/** Returns 0 in the folder of the track, 1 in a subtitle folder, 2 in any other folder. */
function nearnessOf(name: Name, other: Name): number {
  if (name.folder === other.folder) return 0
  return subtitleFolder.test(name.folder.slice(name.folder.lastIndexOf('/') + 1)) ? 1 : 2
}

type Similarity = (a: string, b: string) => number

/** Limit of comparison steps per work. Beyond it, only equal names match. */
const maxSteps = 4_000_000

/** Returns a function that computes 1 − Levenshtein distance / longer length. It skips the computation if the lengths differ too much. */
function createSimilarity(): Similarity {
  let steps = 0
  return (a, b) => {
    const longest = Math.max(a.length, b.length)
    if (longest === 0 || Math.abs(a.length - b.length) > longest * (1 - minScore.long)) return 0
    steps += a.length * b.length
    return steps > maxSteps ? 0 : 1 - distance(a, b) / longest
  }
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? maxNameLength
}

/** Returns the languages of texts as the bit set by which lists are filtered. */
export const languageBits = (langs: readonly string[]): number =>
  langs.reduce((bits, lang) => bits | (1 << lyricsLanguages.indexOf(languageFilterOf(lang))), 0)
