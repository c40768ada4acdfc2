/** Finds what the box below the chips offers for what is typed. */
import type { RankedEntity } from '@koedana/contract/entities.ts'

export interface Offered {
  /** Undefined: to be made. */
  readonly id?: string
  readonly name: string
  readonly workCount?: number
}

export interface Offering {
  readonly found: readonly RankedEntity[]
  /** Ids that stand already. */
  readonly taken: readonly string[]
  /** The typed name, if a new one may be made. */
  readonly created: string
}

/** A name that is there already, in any case, is not offered to be made once more. */
export function offersFor({ found, taken, created }: Offering): Offered[] {
  const free = found.filter(({ id }) => !taken.includes(id))
  const isThere = found.some(({ name }) => spelled(name) === spelled(created))
  return created === '' || isThere ? free : [...free, { name: created }]
}

const spelled = (name: string) => name.normalize('NFKC').toLowerCase()
