/** Draws covers: a quiet landscape for every work, from its scene, a palette and a seed. */
import { type Palette, palettes } from './palettes.ts'
import { type Random, seeded } from './random.ts'

/** Size of the SVG in pixels. */
const sheet = { width: 960, height: 720 } as const

function sky({ sky: [top, bottom] }: Palette): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="960" height="720" fill="url(#sky)"/>`
}

function stars(random: Random, count: number): string {
  return repeat(count, () => {
    const [x, y, r] = [random.between(0, 960), random.between(0, 460), random.between(0.8, 2.8)]
    return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r)}" fill="#fff" opacity="${at(random.between(0.3, 0.9))}"/>`
  })
}

/** Draws a sun or moon with a soft halo. */
function orb(random: Random, { light }: Palette): string {
  const [x, y, r] = [random.between(200, 760), random.between(130, 280), random.between(52, 120)]
  const halo = [2.1, 1.55].map((scale) => circle(x, y, { r: r * scale, fill: light, opacity: 0.1 })).join('')
  return halo + circle(x, y, { r, fill: light, opacity: 0.95 })
}

/** Draws a band of waves or hills below `top`; `swing` is the height of its waves. */
function band(random: Random, fill: string, { top, swing }: { top: number; swing: number }): string {
  const phase = random.between(0, Math.PI * 2)
  const length = random.between(0.8, 1.6)
  const height = (x: number) =>
    top +
    swing * (Math.sin((x / 960) * Math.PI * 2 * length + phase) + 0.4 * Math.sin((x / 960) * 13 + phase * 2))
  const points = Array.from({ length: 49 }, (_, step) => `${step * 20},${at(height(step * 20))}`)
  return `<polygon points="0,720 ${points.join(' ')} 960,720" fill="${fill}"/>`
}

function bands(random: Random, { land }: Palette, { top, swing }: { top: number; swing: number }): string {
  return land
    .map((fill, depth) => band(random, fill, { top: top + depth * 75, swing: swing * (1 - depth * 0.12) }))
    .join('')
}

/** Draws slanted rain. */
function rain(random: Random, count: number): string {
  return repeat(count, () => {
    const [x, y, length] = [random.between(-40, 960), random.between(-40, 720), random.between(18, 46)]
    return `<line x1="${at(x)}" y1="${at(y)}" x2="${at(x - length * 0.22)}" y2="${at(y + length)}" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity="${at(random.between(0.15, 0.45))}"/>`
  })
}

function snow(random: Random, count: number): string {
  return repeat(count, () =>
    circle(random.between(0, 960), random.between(0, 720), {
      r: random.between(2, 7),
      fill: '#fff',
      opacity: random.between(0.4, 0.9),
    }),
  )
}

function tree(x: number, base: number, { height, fill }: { height: number; fill: string }): string {
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

function circle(x: number, y: number, { r, fill, opacity = 1 }: Disc): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r)}" fill="${fill}" opacity="${at(opacity)}"/>`
}

function box(
  x: number,
  y: number,
  { width, height, fill, round = 0 }: { width: number; height: number; fill: string; round?: number },
): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" rx="${at(round)}" fill="${fill}"/>`
}

function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

const at = (value: number): string => String(Math.round(value * 100) / 100)

/** Returns an SVG document of 960 × 720. */
export function drawCover(scene: Scene, seed: string): string {
  const random = seeded(`cover ${seed}`)
  const palette = choosePalette(scene, random)
  const night = palette.isNight ? stars(random, 70) : ''
  const drawn = scenes[scene](random, palette)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}" viewBox="0 0 ${sheet.width} ${sheet.height}">${sky(palette)}${night}${drawn}</svg>`
}

type Draw = (random: Random, palette: Palette) => string

const scenes = {
  hills: (random, palette) => orb(random, palette) + bands(random, palette, { top: 420, swing: 38 }),
  stars: (random, palette) =>
    stars(random, 160) + orb(random, palette) + bands(random, palette, { top: 500, swing: 24 }),
  sea: drawSea,
  lighthouse: drawLighthouse,
  rain: (random, palette) =>
    orb(random, palette) + bands(random, palette, { top: 430, swing: 26 }) + rain(random, 150),
  snow: (random, palette) =>
    orb(random, palette) +
    bands(random, palette, { top: 440, swing: 34 }) +
    drawWood(random, palette, 9) +
    snow(random, 110),
  trees: (random, palette) =>
    orb(random, palette) + bands(random, palette, { top: 430, swing: 30 }) + drawWood(random, palette, 17),
  window: drawWindow,
  lanterns: drawLanterns,
  train: drawTrain,
} as const satisfies Record<string, Draw>

export type Scene = keyof typeof scenes

/** Scenes with lights get a dark palette. */
function choosePalette(scene: Scene, random: Random): Palette {
  const needsNight = scene === 'stars' || scene === 'lanterns' || scene === 'train'
  const fitting = needsNight ? palettes.filter(({ isNight }) => isNight) : palettes
  return fitting[random.whole(0, fitting.length - 1)] ?? palettes[0]
}

function drawSea(random: Random, palette: Palette): string {
  const water = bands(random, palette, { top: 400, swing: 7 })
  const glints = repeat(26, (index) =>
    box(random.between(200, 760), 420 + index * 11, {
      width: random.between(24, 120),
      height: 3,
      fill: palette.light,
      round: 1.5,
    }),
  )
  const boat = random.next() < 0.6 ? drawBoat(random, palette) : ''
  return `${orb(random, palette)}${water}<g opacity="0.35">${glints}</g>${boat}`
}

function drawBoat(random: Random, { land, light }: Palette): string {
  const [x, y] = [random.between(250, 700), random.between(450, 520)]
  return `<path d="M${x - 60},${y} L${x + 60},${y} L${x + 38},${y + 24} L${x - 38},${y + 24}Z" fill="${land[3]}"/><path d="M${x},${y - 8} L${x},${y - 110} L${x + 52},${y - 8}Z" fill="${light}" opacity="0.9"/>`
}

function drawLighthouse(random: Random, palette: Palette): string {
  const x = random.between(230, 730)
  const [, , near, front] = palette.land
  const beam = `<polygon points="${x},300 ${x < 480 ? 960 : 0},190 ${x < 480 ? 960 : 0},330" fill="${palette.glow}" opacity="0.3"/>`
  const tower = `<polygon points="${x - 24},318 ${x + 24},318 ${x + 40},600 ${x - 40},600" fill="${palette.light}"/><polygon points="${x - 30},410 ${x + 30},410 ${x + 34},470 ${x - 34},470" fill="${near}"/>`
  const lamp = box(x - 18, 282, { width: 36, height: 38, fill: palette.glow, round: 4 })
  const roof = `<polygon points="${x - 28},284 ${x + 28},284 ${x},246" fill="${front}"/>`
  const cape = `<ellipse cx="${x}" cy="690" rx="330" ry="120" fill="${front}"/>`
  return (
    orb(random, palette) + bands(random, palette, { top: 470, swing: 8 }) + beam + tower + lamp + roof + cape
  )
}

function drawWood(random: Random, { land }: Palette, count: number): string {
  return repeat(count, (index) => {
    const x = (index + random.between(0.1, 0.9)) * (960 / count)
    const fill = index % 2 === 0 ? land[3] : land[2]
    return tree(x, random.between(610, 700), { height: random.between(140, 290), fill })
  })
}

function drawWindow(random: Random, palette: Palette): string {
  const [, , near, front] = palette.land
  const view = orb(random, palette) + bands(random, palette, { top: 430, swing: 26 })
  const weather = random.next() < 0.5 ? rain(random, 90) : ''
  const frame = `<path fill-rule="evenodd" d="M0,0H960V720H0Z M170,80H790V560H170Z" fill="${front}"/>`
  const bars =
    box(470, 80, { width: 20, height: 480, fill: front }) +
    box(170, 300, { width: 620, height: 16, fill: front })
  const sill = box(130, 556, { width: 700, height: 34, fill: near, round: 8 })
  const cup = `${box(600, 496, { width: 74, height: 62, fill: palette.light, round: 12 })}<circle cx="682" cy="524" r="18" fill="none" stroke="${palette.light}" stroke-width="9"/>`
  const books = repeat(4, (index) =>
    box(250 + index * 34, 470 + (index % 3) * 12, {
      width: 28,
      height: 88 - (index % 3) * 12,
      fill: index % 2 ? palette.glow : palette.light,
      round: 3,
    }),
  )
  return view + weather + frame + bars + sill + cup + books
}

function drawLanterns(random: Random, palette: Palette): string {
  const lights = repeat(11, (index) => {
    const [x, y, size] = [
      40 + index * 88 + random.between(-20, 20),
      random.between(120, 470),
      random.between(24, 46),
    ]
    const halo = circle(x, y, { r: size * 2.1, fill: palette.glow, opacity: 0.14 })
    return `${halo}${box(x - size * 0.7, y - size, { width: size * 1.4, height: size * 2, fill: palette.glow, round: size * 0.5 })}${box(x - size * 0.35, y - size - 6, { width: size * 0.7, height: 8, fill: palette.land[3], round: 3 })}`
  })
  return bands(random, palette, { top: 520, swing: 16 }) + lights
}

function drawTrain(random: Random, palette: Palette): string {
  const [far, middle, near, front] = palette.land
  const cars = repeat(3, (car) => {
    const x = 40 + car * 306
    const windows = repeat(4, (index) =>
      box(x + 24 + index * 66, 500, { width: 46, height: 46, fill: palette.glow, round: 8 }),
    )
    return box(x, 470, { width: 292, height: 124, fill: front, round: 22 }) + windows
  })
  const land =
    band(random, far, { top: 380, swing: 40 }) +
    band(random, middle, { top: 450, swing: 24 }) +
    box(0, 590, { width: 960, height: 130, fill: near })
  const rail = box(0, 600, { width: 960, height: 8, fill: palette.light }).replace('/>', ' opacity="0.5"/>')
  return orb(random, palette) + land + cars + rail
}
