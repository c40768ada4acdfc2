/**
 * Where fields come from, what people changed, and what works tell of the names of an entity, kept only where they
 * do not all tell the same.
 */
import type { WorkField } from '@koedana/contract/editing.ts'
import type { EntityKind, Source } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

/** Fields whose value a source told at a time; a field is in one row of a work at most. Bits as `workFields` of the contract places them. */
export interface WorkSourceTable {
  work_key: number
  source: Source
  at: string
  fields: number
}

/** Fields that only people may change. */
export interface WorkLockTable {
  work_key: number
  field: WorkField
  /** Null once the account is gone. */
  user_key: number | null
  at: string
}

/** What an administrator changed. `changes` is JSON text: a list of `{field, before, after}`. */
export interface WorkEditTable {
  key: Generated<number>
  id: string
  work_key: number
  user_key: number | null
  at: string
  changes: string
  undone_at: string | null
}

/** An id that was merged away leads here for good. */
export interface EntityAliasTable {
  kind: EntityKind
  id: string
  entity_key: number
  /** The other spelling. */
  name: string
}

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
