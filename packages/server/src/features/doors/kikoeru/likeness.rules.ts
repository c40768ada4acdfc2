/** How likely two sounds are the same, of which an app knows a name and how long it lasts. */

export interface KnownSound {
  readonly name: string
  /** 0 where that is not known. */
  readonly seconds: number
}

/** Forms of one sound end a little apart. */
const closeSeconds = 2

/** Returns a number from 0, for nothing in common, to 1. */
export function likenessOf(one: KnownSound, other: KnownSound): number {
  const isNamed = wordsOf(one.name) === wordsOf(other.name)
  const isAsLong =
    one.seconds > 0 && other.seconds > 0 && Math.abs(one.seconds - other.seconds) <= closeSeconds
  if (isNamed) return isAsLong ? 1 : 0.8
  return isAsLong ? 0.5 : 0
}

/** Returns the name of a file without its ending. */
export const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '')

const wordsOf = (name: string): string => stemOf(name).normalize('NFKC').toLowerCase()
