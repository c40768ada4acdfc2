export interface YearPicture {
  readonly title: string
  readonly facts: readonly { readonly value: string; readonly label: string }[]
  readonly charts: readonly PictureChart[]
  /** Names with their listening time. */
  readonly lists: readonly {
    readonly title: string
    readonly rows: readonly { readonly name: string; readonly value: string }[]
  }[]
  readonly foot: string
  readonly isDark: boolean
}

interface PictureChart {
  readonly title: string
  readonly values: readonly number[]
  readonly labels: readonly string[]
}

export const pictureWidth = 1080
export const pictureHeight = 1350

/** Returns the SVG. All text is escaped, because names come from other people. */
export function drawYear({ title, facts, charts, lists, foot, isDark }: YearPicture): string {
  const colors = isDark
    ? { back: '#12161d', text: '#f2f4f8', quiet: '#9aa4b2', bar: '#6ea8fe', line: '#232a35' }
    : { back: '#f7f8fb', text: '#171b22', quiet: '#5b6675', bar: '#2b6fdb', line: '#dfe4ec' }
  const text = ([x, y, size]: readonly [number, number, number], words: string, more = '') =>
    `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escapeXml(words)}</text>`
  const quiet = `fill="${colors.quiet}"`
  // The first fact is a duration, which is wider than the others.
  const factWidth = 936 / (facts.length + 1.4)
  const factAt = (at: number) => 72 + (at === 0 ? 0 : at + 1.4) * factWidth
  const listWidth = 960 / Math.max(1, lists.length)
  const parts = [
    text([72, 136, 60], truncate(title, 28), 'font-weight="700"'),
    ...facts.flatMap(({ value, label }, at) => [
      text(
        [factAt(at), 262, 46],
        truncate(value, at === 0 ? 9 : 5),
        `font-weight="700" fill="${colors.bar}"`,
      ),
      text([factAt(at), 306, 24], truncate(label, at === 0 ? 15 : 8), quiet),
    ]),
    ...charts.flatMap((chart, at) => [
      text([72, 400 + at * 250, 26], chart.title, 'font-weight="600"'),
      barsOf(chart, { top: 420 + at * 250, colors }),
    ]),
    ...lists.flatMap(({ title: name, rows }, at) => [
      text([72 + at * listWidth, 930, 26], name, 'font-weight="600"'),
      ...rows
        .slice(0, 5)
        .flatMap((row, index) => [
          text([72 + at * listWidth, 982 + index * 60, 24], truncate(row.name, listWidth / 29)),
          text([72 + at * listWidth, 1008 + index * 60, 19], row.value, quiet),
        ]),
    ]),
    text([72, 1302, 22], foot, quiet),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${pictureHeight}" viewBox="0 0 ${pictureWidth} ${pictureHeight}">`,
    `<rect width="100%" height="100%" fill="${colors.back}"/>`,
    `<g fill="${colors.text}" font-family="system-ui, sans-serif">`,
    ...parts,
    '</g></svg>',
  ].join('')
}

interface BarsPosition {
  readonly top: number
  readonly colors: { readonly bar: string; readonly line: string; readonly quiet: string }
}

function barsOf({ values, labels }: PictureChart, { top, colors }: BarsPosition): string {
  const step = 936 / values.length
  const maxValue = Math.max(...values, 1)
  return values
    .map((value, at) => {
      const height = value > 0 ? Math.max(4, (value / maxValue) * 140) : 4
      const color = value > 0 ? colors.bar : colors.line
      const x = 72 + at * step
      return [
        `<rect x="${x.toFixed(1)}" y="${(top + 150 - height).toFixed(1)}" width="${(step * 0.72).toFixed(1)}" height="${height.toFixed(1)}" rx="4" fill="${color}"/>`,
        `<text x="${(x + step * 0.36).toFixed(1)}" y="${top + 178}" font-size="18" text-anchor="middle" fill="${colors.quiet}">${escapeXml(labels[at] ?? '')}</text>`,
      ].join('')
    })
    .join('')
}

/** Shortens text to a width; East Asian characters count as wide. */
function truncate(words: string, width: number): string {
  let [room, kept] = [width, '']
  for (const character of words) {
    room -= /[\u1100-\uffdc]/u.test(character) ? 1 : 0.55
    if (room < 0) return `${kept.trimEnd()}…`
    kept += character
  }
  return kept
}

/** Escapes text for XML, and removes characters that XML does not allow. */
const escapeXml = (words: string): string =>
  words
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
