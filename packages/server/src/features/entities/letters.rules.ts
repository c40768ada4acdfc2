/** The letters under which alphabetical lists of entities are grouped. */

/**
 * Returns the letter of a folded reading (lowercase, hiragana): `A` to `Z`, the first kana of a row of the syllabary, `漢` for Chinese
 * characters, `#` for characters that sort before letters, or `…` for any other script.
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
/** The first code point of each row, including small kana, and the letter of the row. */
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
  // The last code points of hiragana: a voiced う and two small kana.
  ['ゔ', 'あ'],
  ['ゕ', 'か'],
] as const

export interface Letter {
  readonly letter: string
  /** The index of the first entity with this letter. */
  readonly at: number
}

/** Returns each letter once, with the index of its first reading. */
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
