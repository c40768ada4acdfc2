import { useState } from 'react'

export interface Count<T> {
  readonly value: T
  readonly count: number
}

export interface StableOptions<T> {
  readonly seen: readonly T[]
  readonly offered: (value: T) => boolean
  /** 0 if the last response does not contain it; undefined before the first response. */
  readonly countOf: (value: T) => number | undefined
}

/** Keeps values of earlier responses that are missing in later ones, so that buttons do not move. */
export function useStableOptions<T>(counts: readonly Count<T>[] | undefined): StableOptions<T> {
  const [seen, setSeen] = useState<readonly T[]>([])
  const fresh = (counts ?? []).map(({ value }) => value).filter((value) => !seen.includes(value))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  return {
    seen,
    offered: (value) => seen.includes(value),
    countOf: (value) => counts && (counts.find((one) => one.value === value)?.count ?? 0),
  }
}
