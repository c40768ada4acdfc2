/**
 * Draws placeholder covers: two colors from the maker, a motif from the work. The same IDs give the same picture on every server and in
 * every client.
 */

/** One path of the motif, in a frame of 400 by 300. */
export interface ArtPath {
  readonly d: string
  readonly opacity: number
  /** Line width; 0 for a filled shape. */
  readonly stroke: number
}

export interface CoverColors {
  /** sRGB, from the upper left to the lower right corner. White text on them has a contrast of at least 4.5. */
  readonly light: readonly [string, string]
  /** The same two colors for the dark theme. */
  readonly dark: readonly [string, string]
}

export interface CoverArt extends CoverColors {
  readonly paths: readonly ArtPath[]
}

const frame = { width: 400, height: 300 } as const

/** Returns the art of a work; without a maker, the colors come from the work. */
export const coverArtOf = (workId: string, makerId: string = workId): CoverArt => ({
  ...coverColorsOf(makerId),
  paths: coverPathsOf(workId),
})

export function coverColorsOf(makerId: string): CoverColors {
  const colour = numbersFrom(makerId)
  const hue = colour() * 360
  const turned = hue + 30 + colour() * 50
  const chroma = 0.06 + colour() * 0.035
  return {
    light: [hexOf(0.54, chroma, hue), hexOf(0.4, chroma, turned)],
    dark: [hexOf(0.42, chroma, hue), hexOf(0.27, chroma * 0.8, turned)],
  }
}

export function coverPathsOf(workId: string): readonly ArtPath[] {
  const motif = numbersFrom(workId)
  const draw = motifs[Math.floor(motif() * motifs.length)] ?? hills
  return draw(motif)
}

type Numbers = () => number
type Motif = (next: Numbers) => readonly ArtPath[]

/** The moon over three hills. */
const hills: Motif = (next) => [
  { d: circle(80 + next() * 240, 60 + next() * 50, 26 + next() * 20), opacity: 0.5, stroke: 0 },
  ...[0.1, 0.12, 0.14].map((opacity, nth) => {
    const points = Array.from({ length: 6 }, () => 165 + nth * 38 + next() * 34)
    return { d: `${smooth(points)}V${frame.height}H0Z`, opacity, stroke: 0 }
  }),
]

/** Concentric rings, like sound waves. */
const rings: Motif = (next) => {
  const [x, y] = [60 + next() * 280, 40 + next() * 150]
  const gap = 30 + next() * 16
  return [
    { d: circle(x, y, 13), opacity: 0.55, stroke: 0 },
    ...[1, 2, 3, 4, 5, 6, 7].map((nth) => ({
      d: circle(x, y, 13 + nth * gap),
      opacity: 0.32 - nth * 0.035,
      stroke: 3,
    })),
  ]
}

/** The bars of a waveform around the middle. */
const bars: Motif = (next) => {
  const count = 25
  const d = Array.from({ length: count }, (_, at) => {
    const swell = Math.sin(((at + 0.5) / count) * Math.PI)
    const half = 5 + swell * (12 + next() * 72)
    return `M${round(12 + at * 15.7)} ${round(125 - half)}v${round(half * 2)}`
  })
  return [{ d: d.join(''), opacity: 0.34, stroke: 8 }]
}

/** Parallel wavy lines, like the water of a lake. */
const waves: Motif = (next) => [
  { d: circle(90 + next() * 220, 70 + next() * 40, 30 + next() * 14), opacity: 0.4, stroke: 0 },
  ...Array.from({ length: 7 }, (_, nth) => {
    const points = Array.from({ length: 7 }, () => 135 + nth * 23 + (next() - 0.5) * 26)
    return { d: smooth(points), opacity: 0.32 - nth * 0.03, stroke: 3 }
  }),
]

const motifs = [hills, rings, bars, waves] as const

const round = (value: number): number => Math.round(value * 10) / 10

const circle = (x: number, y: number, radius: number): string =>
  `M${round(x - radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 1 0 ${round(radius * 2)} 0a${round(radius)} ${round(radius)} 0 1 0 ${round(-radius * 2)} 0`

/** Returns a smooth line through heights at equal distances, from edge to edge. */
function smooth(heights: readonly number[]): string {
  const step = frame.width / (heights.length - 1)
  return heights
    .map((y, at) => {
      if (at === 0) return `M0 ${round(y)}`
      const middle = round((at - 0.5) * step)
      return `C${middle} ${round(heights[at - 1] ?? y)} ${middle} ${round(y)} ${round(at * step)} ${round(y)}`
    })
    .join('')
}

/** Returns a generator of numbers from 0 to 1, seeded by a text: FNV-1a into mulberry32. */
function numbersFrom(text: string): Numbers {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Converts OKLCH to `#rrggbb`; channels outside sRGB are clipped. Coefficients: Ottosson, Oklab, 2020. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const radians = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(radians), chroma * Math.sin(radians)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map(channelOf).join('')}`
}

function channelOf(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear))
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
