/** What works tell of the names of an entity, kept only where they do not all tell the same. */
import type { EntityKind } from '@koedana/contract/values.ts'

/** One way in which an entity was named. */
export interface EntityWordingTable {
  kind: EntityKind
  entity_key: number
  /** 0 is what people gave, from 1 on what works tell, below 0 what they tell of those merged into it. */
  no: number
  /** JSON text, see `wording.rules.ts`. */
  wording: string
  /** When works of each age told it last, counted up for each entity; 0 where none did since this is kept. */
  told_all: number
  told_r15: number
  told_r18: number
}

/** A work that tells a wording: some of each age, not all of them. A work tells one wording of an entity at most. */
export interface EntityTellerTable {
  kind: EntityKind
  entity_key: number
  no: number
  work_key: number
  /** The age as the index counts ages; 0 in the trash. */
  age: number
}
