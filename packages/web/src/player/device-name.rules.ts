/** Names a device as people do, as far as a browser says it. */

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Chromebook', /CrOS/],
  ['Linux', /Linux/],
] as const

/** Several name those that they descend from: the first that fits is the one. */
const browsers = [
  ['Edge', /Edg/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const

/** Returns at most 80 characters, as `Android · Firefox`; empty where neither is known. */
export function nameOfDevice(userAgent: string): string {
  return [systems, browsers]
    .flatMap((known) => known.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? [])
    .join(' · ')
}
