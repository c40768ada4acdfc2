/** The letters under which entities stand where they are in the order of their names. */

/**
 * `A` to `Z`; the first kana of each row of the syllabary; `漢` for Chinese characters; `#` for what comes before
 * letters, `…` for every other script. `reading` is folded: small letters, hiragana.
 */
export function letterOf(reading: string): string {
  const [first = ''] = reading
  if (/^[a-z]/.test(first)) return first.toUpperCase()
  if (/^\p{Script=Han}/u.test(first)) return '漢'
  const row = rows.findLast(([from]) => first >= from)
  if (row && first <= lastKana) return row[1]
  return first < 'a' ? '#' : '…'
}

const lastKana = 'ゖ'
/** The first code point of each row, small kana among them, and the letter that it stands under. */
const rows = [
  ['ぁ', 'あ'],
  ['か', 'か'],
  ['さ', 'さ'],
  ['た', 'た'],
  ['な', 'な'],
  ['は', 'は'],
  ['ま', 'ま'],
  ['ゃ', 'や'],
  ['ら', 'ら'],
  ['ゎ', 'わ'],
  // The last code points of hiragana are a voiced う and two small kana.
  ['ゔ', 'あ'],
  ['ゕ', 'か'],
] as const

export interface Letter {
  readonly letter: string
  /** The index of the first entity under it. */
  readonly at: number
}

/** Each letter once, where it first comes. */
export function lettersOf(readings: Iterable<string>): Letter[] {
  const letters = new Map<string, number>()
  let at = 0
  for (const reading of readings) {
    const letter = letterOf(reading)
    if (!letters.has(letter)) letters.set(letter, at)
    at += 1
  }
  return [...letters].map(([letter, index]) => ({ letter, at: index }))
}
