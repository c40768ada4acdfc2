/** Natural sort order of file names: `2` before `10`, `第二話` before `第十話`, `前編` before `後編`. */

const collator = new Intl.Collator('ja', { numeric: true })

/** If names are equal for the collator (such as NFC and NFD forms), compares code units, so that the order is total. */
export function compareNatural(a: string, b: string): number {
  return (
    collator.compare(replaceNumerals(a), replaceNumerals(b)) ||
    collator.compare(a, b) ||
    (a < b ? -1 : a > b ? 1 : 0)
  )
}

const numeral = '[〇零一二三四五六七八九十百壱弐参]'
/** Characters that count as numbers even without a counter next to them. */
const circledOrRoman = /[①-⑳Ⅰ-Ⅻⅰ-ⅻ]/g
/** `第一話`, `その二`, `三日目`, `四、`: a numeral next to a counter word. Without one it is as likely part of a name. */
const countedNumeral = new RegExp(
  `(?<=第|其の|其ノ|その|巻の|巻之|トラック|disc ?|track ?|vol\\.? ?)${numeral}+|` +
    `${numeral}+(?=話|章|巻|回|夜|幕|部|編|篇|曲|枚目|日目|つ目)|` +
    `(?:(?<=^|[\\s_/【(（\\[])${numeral}+(?=$|[\\s_、.．:：】)）\\]]))`,
  'gi',
)
/** The first, middle or last part of a work. */
const part = /[前中後上下](?=編|篇|半|巻|$|[\s_.】)）\]])|(?<=[\s_【(（[])[前中後上下](?=$|[\s_.】)）\]])/g
const parts: Readonly<Record<string, number>> = { 前: 1, 上: 1, 中: 2, 後: 3, 下: 3 }

/** A quick pre-check, since names are compared very often. */
const anyNumeral = /[〇零一二三四五六七八九十百壱弐参①-⑳Ⅰ-Ⅻⅰ-ⅻ前中後上下]/

function replaceNumerals(name: string): string {
  if (!anyNumeral.test(name)) return name
  return name
    .replace(circledOrRoman, (one) => String(valueOfRomanOrCircled(one)))
    .replace(countedNumeral, (text) => String(parseNumeral(text)))
    .replace(part, (one) => String(parts[one]))
}

function valueOfRomanOrCircled(one: string): number {
  const code = one.charCodeAt(0)
  if (code >= 0x2460 && code <= 0x2473) return code - 0x245f
  return code - (code >= 0x2170 ? 0x216f : 0x215f)
}

const digits: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'零一二三四五六七八九'].map((digit, value) => [digit, value])),
  〇: 0,
  壱: 1,
  弐: 2,
  参: 3,
}

/** `二十三` is 23, `一〇` is 10, `百二` is 102. */
function parseNumeral(text: string): number {
  let value = 0
  let digit: number | undefined
  for (const one of text) {
    const unit = one === '百' ? 100 : one === '十' ? 10 : undefined
    if (unit === undefined) digit = (digit ?? 0) * 10 + (digits[one] ?? 0)
    else {
      value += (digit ?? 1) * unit
      digit = undefined
    }
  }
  return value + (digit ?? 0)
}
