/** Pieces of the covers as SVG. The sheet is 960 × 720. */
import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'

export const sheet = { width: 960, height: 720 } as const

export function sky({ sky: [top, bottom] }: Palette): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="960" height="720" fill="url(#sky)"/>`
}

export function stars(random: Random, count: number): string {
  return repeat(count, () => {
    const [x, y, r] = [random.between(0, 960), random.between(0, 460), random.between(0.8, 2.8)]
    return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r)}" fill="#fff" opacity="${at(random.between(0.3, 0.9))}"/>`
  })
}

/** Sun or moon with a soft halo. */
export function orb(random: Random, { light }: Palette): string {
  const [x, y, r] = [random.between(200, 760), random.between(130, 280), random.between(52, 120)]
  const halo = [2.1, 1.55].map((scale) => circle(x, y, { r: r * scale, fill: light, opacity: 0.1 })).join('')
  return halo + circle(x, y, { r, fill: light, opacity: 0.95 })
}

/** A band of waves or hills from `top` down; `swing` is how far it rises and falls. */
export function band(random: Random, fill: string, { top, swing }: { top: number; swing: number }): string {
  const phase = random.between(0, Math.PI * 2)
  const length = random.between(0.8, 1.6)
  const height = (x: number) =>
    top +
    swing * (Math.sin((x / 960) * Math.PI * 2 * length + phase) + 0.4 * Math.sin((x / 960) * 13 + phase * 2))
  const points = Array.from({ length: 49 }, (_, step) => `${step * 20},${at(height(step * 20))}`)
  return `<polygon points="0,720 ${points.join(' ')} 960,720" fill="${fill}"/>`
}

export function bands(
  random: Random,
  { land }: Palette,
  { top, swing }: { top: number; swing: number },
): string {
  return land
    .map((fill, depth) => band(random, fill, { top: top + depth * 75, swing: swing * (1 - depth * 0.12) }))
    .join('')
}

/** Falling rain in one slant. */
export function rain(random: Random, count: number): string {
  return repeat(count, () => {
    const [x, y, length] = [random.between(-40, 960), random.between(-40, 720), random.between(18, 46)]
    return `<line x1="${at(x)}" y1="${at(y)}" x2="${at(x - length * 0.22)}" y2="${at(y + length)}" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity="${at(random.between(0.15, 0.45))}"/>`
  })
}

export function snow(random: Random, count: number): string {
  return repeat(count, () =>
    circle(random.between(0, 960), random.between(0, 720), {
      r: random.between(2, 7),
      fill: '#fff',
      opacity: random.between(0.4, 0.9),
    }),
  )
}

export function tree(x: number, base: number, { height, fill }: { height: number; fill: string }): string {
  const tiers = [0, 1, 2].map((tier) => {
    const [top, width] = [base - height + (tier * height) / 4, height * (0.18 + tier * 0.07)]
    const foot = top + height * 0.42
    return `<path d="M${at(x)},${at(top)} Q${at(x + width * 0.5)},${at(foot - height * 0.1)} ${at(x + width)},${at(foot)} L${at(x - width)},${at(foot)} Q${at(x - width * 0.5)},${at(foot - height * 0.1)} ${at(x)},${at(top)}Z" fill="${fill}"/>`
  })
  return `<rect x="${at(x - height * 0.03)}" y="${at(base - height * 0.2)}" width="${at(height * 0.06)}" height="${at(height * 0.24)}" fill="${fill}"/>${tiers.join('')}`
}

export interface Disc {
  readonly r: number
  readonly fill: string
  readonly opacity?: number
}

export function circle(x: number, y: number, { r, fill, opacity = 1 }: Disc): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r)}" fill="${fill}" opacity="${at(opacity)}"/>`
}

export function box(
  x: number,
  y: number,
  { width, height, fill, round = 0 }: { width: number; height: number; fill: string; round?: number },
): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="${at(round)}" fill="${fill}"/>`
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

const at = (value: number): string => String(Math.round(value * 100) / 100)
