import type { RankedEntity } from '@koedana/contract/entities.ts'

export interface Offered {
  /** Undefined for an entity to create. */
  readonly id?: string
  readonly name: string
  readonly workCount?: number
}

export interface Offering {
  readonly found: readonly RankedEntity[]
  readonly taken: readonly string[]
  /** The typed name if it may be created; otherwise empty. */
  readonly created: string
}

/** Offers to create the name only if no entity has it already, ignoring case. */
export function offersFor({ found, taken, created }: Offering): Offered[] {
  const free = found.filter(({ id }) => !taken.includes(id))
  const isThere = found.some(({ name }) => spelled(name) === spelled(created))
  return created === '' || isThere ? free : [...free, { name: created }]
}

const spelled = (name: string) => name.normalize('NFKC').toLowerCase()
