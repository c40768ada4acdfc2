/**
 * The sources of fields, what people changed, and which works the names of an entity come from, kept only where works
 * disagree.
 */
import type { WorkField } from '@koedana/contract/editing.ts'
import type { EntityKind, Source } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

/** Fields whose value came from a source at a time; a field is in one row of a work at most. Bits are numbered by `workFields` of the contract. */
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

/** An administrator changed this. `changes` is JSON text: a list of `{field, before, after}`. */
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
  /** 0 is what people gave, from 1 on what works say, below 0 what they say of those merged into it. */
  no: number
  /** JSON text, see `wording.rules.ts`. */
  wording: string
  /** The last time that works of each age had it, counted up for each entity; 0 if none had since this is kept. */
  seen_all: number
  seen_r15: number
  seen_r18: number
}

/** A work that a wording comes from: some of each age, not all. A work is the source of one wording of an entity at most. */
export interface EntityNameSourceTable {
  kind: EntityKind
  entity_key: number
  no: number
  work_key: number
  /** The age as the index counts ages; 0 in the trash. */
  age: number
}

/** The ID of a work whose files are another work now. It applies as long as no work has the ID. */
export interface WorkAliasTable {
  old_key: number
  work_key: number
  moved_at: string
}

/** A user whose marks moved from the old ID, so that they return if the files do. */
export interface WorkAliasUserTable {
  old_key: number
  user_key: number
}
