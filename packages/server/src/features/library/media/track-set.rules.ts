/** Detects the set and language of a track from its folder and file names (rules gathered from real folders). */
import type { TrackSet } from '@koedana/contract/values.ts'
import { languageOfFolder, splitLanguageSuffix } from '../lyrics/language.rules.ts'

export interface TrackName {
  /** Folder inside the work; `''` at the top. */
  readonly folder: string
  readonly name: string
}

export interface TrackForm {
  readonly set: TrackSet
  /** Undefined if no name denotes a language. */
  readonly language: string | undefined
  /** Folders and base name without words for a form or format: equal for `MP3/Disc 1/01.mp3` and `Disc 1_WAV/01.wav`. */
  readonly parts: readonly string[]
}

/** Detects the set, language and plain name of a track. */
export function detectTrackForm({ folder, name }: TrackName): TrackForm {
  const folders = folder === '' ? [] : folder.split('/').map(normalizeName)
  const base = normalizeName(name.replace(/\.[^.]+$/, ''))
  const names = [...folders, base].map(parseName)
  const set = setMarks.find((mark) => appliesTo(names, mark))?.set ?? 'main'
  return {
    set,
    language: detectLanguage(folders, base),
    parts: [...folders.map(removeMarks).filter((part) => part !== ''), extractTitle(base)],
  }
}

/** The nearest name decides. */
function detectLanguage(folders: readonly string[], base: string): string | undefined {
  for (const folder of folders.toReversed()) {
    const language = languageOfFolder(folder)
    if (language !== undefined) return language
  }
  return splitLanguageSuffix(base)?.lang
}

/** Normalizes full-width letters and brackets, and composes kana. */
const normalizeName = (name: string) => name.normalize('NFKC').toLowerCase()

interface SetMark {
  readonly set: TrackSet
  readonly anywhere?: RegExp
  /** Matches only a whole name or the whole text in brackets, since it may also be part of a title. */
  readonly alone?: RegExp
}

/** The first match decides: files in `SEなし/特典` belong to the set without effects. */
const setMarks: readonly SetMark[] = [
  { set: 'sample', anywhere: /試聴|サンプル|体験版|试听|試聽/, alone: /^(?:samples?|trial)$/ },
  { set: 'swapped', anywhere: /左右反転|左右逆|反転版|左右(?:声道)?反转/, alone: /^反転$/ },
  {
    set: 'withoutEffects',
    anywhere:
      /(?<![a-z])(?:se|bgm)[ _・]?(?:なし|無し?|抜き|ナシ|off)|(?:効果音|環境音)(?:なし|無し?|抜き)|[無无](?:se|bgm|音效|音効|效果音)|(?<![a-z])(?:no|without)[ _-](?:se|sfx|effects?|bgm)(?![a-z])|(?:ボイス|ヴォイス|セリフ|台詞|声|voice)[ _]?(?:のみ|オンリー|only)/,
    alone: /^nose$/,
  },
  {
    set: 'bonus',
    anywhere:
      /特典|おまけ(?!に)|オマケ|ボーナストラック|フリートーク|キャスト(?:トーク|コメント)|(?:se|bgm|環境音|効果音)のみ|番外/,
    alone: /^(?:bonus|bonus ?tracks?|extras?|omake|free ?talk|ボーナス)$/,
  },
  { set: 'full', alone: /^(?:full|フル|全編|全篇|通し|全編通し|通し再生|フル再生|全トラック)$/ },
  { set: 'loop', alone: /^(?:loop|ループ|ループ用|ループ再生用?)$/ },
  {
    set: 'highResolution',
    anywhere: /ハイレゾ|hi-?res|(?:24|32)[ -]?bit|(?:88\.2|96|176\.4|192) ?k(?:hz)?(?![a-z])/,
  },
]

interface ParsedName {
  readonly name: string
  /** The full name and the texts in brackets, each without number and format. */
  readonly wholes: readonly string[]
}

const parseName = (name: string): ParsedName => ({
  name,
  wholes: [name, ...textsInBrackets(name)].map(toBareName),
})

/** Returns whether a mark applies. For "without effects", a nearer name with "with effects" overrides it. */
function appliesTo(names: readonly ParsedName[], mark: SetMark): boolean {
  const last = names.findLastIndex((one) => isMarked(one, mark))
  if (last < 0 || mark.set !== 'withoutEffects') return last >= 0
  return names.findLastIndex((one) => effects.test(one.name) && !isMarked(one, mark)) < last
}

const isMarked = ({ name, wholes }: ParsedName, { anywhere, alone }: SetMark): boolean =>
  anywhere?.test(name) === true || (alone !== undefined && wholes.some((text) => alone.test(text)))

const brackets = /[(【[「『<《]([^)】\]」』>》]*)[)】\]」』>》]/g
const textsInBrackets = (name: string) => [...name.matchAll(brackets)].map(([, inside = '']) => inside)

const formats =
  /(?<![a-z])(?:mp3|wave?|flac|m4[ab]|mp4|aac|og[ga]|opus|web[am]|mka|lossless)(?![a-z])|\d+(?:\.\d+)? ?k(?:hz|bps)?(?![a-z])|\d+[ -]?bit/g
/** Words next to a mark that carry no information. */
const fillerWords =
  /音声|音源|ファイル|データ|形式|格式|版|(?<![a-z])(?:ver(?:sion)?|files?|audio|data|tracks?)(?![a-z])/g
const effects =
  /(?<![a-z])se[ _]?(?:あり|有り?|入り|アリ|on)|[含有]se|効果音(?:あり|有り?|入り)|(?<![a-z])with[ _-]?(?:se|sfx|effects?)(?![a-z])/
const withEffects =
  /本[編篇]|正篇|(?<![a-z])se[ _]?(?:あり|有り?|入り|アリ|on)|[含有]se|効果音(?:あり|有り?|入り)|(?<![a-z])with[ _-]?(?:se|sfx|effects?)(?![a-z])/g
const firstNumber = /^\s*\d+[\s._、-]+/
const punctuation = /[\s()【】[\]「」『』<>《》_・&+,.、-]+/g

const collapsePunctuation = (text: string): string => text.replace(punctuation, ' ').trim()

/** Returns a name without its leading number, formats and punctuation. */
const toBareName = (text: string): string =>
  collapsePunctuation(text.replace(formats, ' ').replace(fillerWords, ' ').replace(firstNumber, ''))

/**
 * Returns the folder name without form and format; `''` if nothing else remains. A leading number is dropped too, since it then only
 * counts the forms.
 */
function removeMarks(folder: string): string {
  const without = removeForms(folder)
  return without.replace(formats, ' ') === folder ? folder : toBareName(without)
}

/** Returns the title in a file name, with its number. */
function extractTitle(base: string): string {
  return collapsePunctuation(removeForms(base).replace(formats, ' ')) || base
}

const forms = setMarks.flatMap(({ anywhere }) => (anywhere ? new RegExp(anywhere, 'g') : []))

const removeForms = (name: string): string =>
  forms.reduce((left, mark) => left.replaceAll(mark, ' '), name.replace(withEffects, ' '))
