/** Derives a device name from the user agent string. */

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Chromebook', /CrOS/],
  ['Linux', /Linux/],
] as const

/** Order matters: several browsers also name the browsers that they derive from. The first match wins. */
const browsers = [
  ['Edge', /Edg/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const

/** Returns a name such as `Android · Firefox`, up to 80 characters; empty if the user agent is unknown. */
export function nameOfDevice(userAgent: string): string {
  return [systems, browsers]
    .flatMap((known) => known.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? [])
    .join(' · ')
}
