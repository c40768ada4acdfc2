/** Converts romaji to kana: Hepburn, Kunrei and common typed forms. Only queries are converted; no text is stored in romaji. */

/** Returns the hiragana of a word that is entirely romaji, else undefined. Long vowels are converted as typed. */
export function kanaOfRomaji(word: string): string | undefined {
  const letters = word.toLowerCase().replaceAll(/[āâ]/g, 'aa').replaceAll(/[īî]/g, 'ii')
  let left = letters.replaceAll(/[ūû]/g, 'uu').replaceAll(/[ēê]/g, 'ee').replaceAll(/[ōô]/g, 'ou')
  let kana = ''
  while (left !== '') {
    const found = readSyllable(left)
    if (!found) return undefined
    kana += found.kana
    left = left.slice(found.length)
  }
  return kana === '' ? undefined : kana
}

interface Syllable {
  readonly kana: string
  readonly length: number
}

function readSyllable(text: string): Syllable | undefined {
  const doubled = /^(?:([kstpgzdbjcfrmywh])(?=\1)|t(?=ch))/.test(text)
  if (doubled) return { kana: 'っ', length: 1 }
  for (const length of [4, 3, 2, 1]) {
    const kana = syllables.get(text.slice(0, length))
    if (kana !== undefined && text.length >= length) return { kana, length }
  }
  // An n before a consonant or at the end is ん; n' is unambiguous.
  if (/^n['’]/.test(text)) return { kana: 'ん', length: 2 }
  if (/^n(?![aiueoy])/.test(text)) return { kana: 'ん', length: 1 }
  return /^m(?=[bmp])/.test(text) ? { kana: 'ん', length: 1 } : undefined
}

const rows: Readonly<Record<string, string>> = {
  '': 'あいうえお',
  k: 'かきくけこ',
  g: 'がぎぐげご',
  s: 'さしすせそ',
  z: 'ざじずぜぞ',
  t: 'たちつてと',
  d: 'だぢづでど',
  n: 'なにぬねの',
  h: 'はひふへほ',
  b: 'ばびぶべぼ',
  p: 'ぱぴぷぺぽ',
  m: 'まみむめも',
  r: 'らりるれろ',
  l: 'らりるれろ',
}

const glides: Readonly<Record<string, string>> = {
  ky: 'き',
  gy: 'ぎ',
  sy: 'し',
  sh: 'し',
  zy: 'じ',
  jy: 'じ',
  j: 'じ',
  ty: 'ち',
  ch: 'ち',
  cy: 'ち',
  dy: 'ぢ',
  ny: 'に',
  hy: 'ひ',
  by: 'び',
  py: 'ぴ',
  my: 'み',
  ry: 'り',
  ly: 'り',
}

const others: Readonly<Record<string, string>> = {
  ya: 'や',
  yu: 'ゆ',
  yo: 'よ',
  wa: 'わ',
  wi: 'うぃ',
  we: 'うぇ',
  wo: 'を',
  shi: 'し',
  chi: 'ち',
  tsu: 'つ',
  fu: 'ふ',
  ji: 'じ',
  fa: 'ふぁ',
  fi: 'ふぃ',
  fe: 'ふぇ',
  fo: 'ふぉ',
  va: 'ゔぁ',
  vi: 'ゔぃ',
  vu: 'ゔ',
  ve: 'ゔぇ',
  vo: 'ゔぉ',
  she: 'しぇ',
  che: 'ちぇ',
  je: 'じぇ',
  thi: 'てぃ',
  dhi: 'でぃ',
  tsa: 'つぁ',
  tse: 'つぇ',
  tso: 'つぉ',
  '-': '',
}

const syllables: ReadonlyMap<string, string> = new Map([
  ...Object.entries(rows).flatMap(([consonant, kana]) =>
    [...'aiueo'].map((vowel, at) => [consonant + vowel, kana[at] ?? ''] as const),
  ),
  ...Object.entries(glides).flatMap(([consonant, kana]) =>
    (['aゃ', 'uゅ', 'oょ'] as const).map(
      ([vowel, small]) => [`${consonant}${vowel}`, `${kana}${small}`] as const,
    ),
  ),
  ...Object.entries(others),
])
