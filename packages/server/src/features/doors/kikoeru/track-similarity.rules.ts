/** Estimates whether two audio files are the same, when an app only knows a name and a duration. */

export interface AudioDescription {
  readonly name: string
  /** 0 if unknown. */
  readonly seconds: number
}

/** The duration of different encodings of one track differs slightly. */
const closeSeconds = 2

/** Returns a score from 0 (nothing in common) to 1. */
export function similarityOf(one: AudioDescription, other: AudioDescription): number {
  const isNamed = wordsOf(one.name) === wordsOf(other.name)
  const isAsLong =
    one.seconds > 0 && other.seconds > 0 && Math.abs(one.seconds - other.seconds) <= closeSeconds
  if (isNamed) return isAsLong ? 1 : 0.8
  return isAsLong ? 0.5 : 0
}

export const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '')

const wordsOf = (name: string): string => stemOf(name).normalize('NFKC').toLowerCase()
