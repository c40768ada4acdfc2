/** Field sources, edits, and the works that entity names come from (stored only if works disagree). */
import type { WorkField } from '@koedana/contract/editing.ts'
import type { EntityKind, Source } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

/**
 * Fields whose values came from a source at a time. Each field of a work is in at most one row. Bits are numbered by `workFields`
 * of the contract.
 */
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
  user_key: number | null
  at: string
}

/** An edit by an administrator. `changes` is JSON text: a list of `{field, before, after}`. */
export interface WorkEditTable {
  key: Generated<number>
  id: string
  work_key: number
  user_key: number | null
  at: string
  changes: string
  undone_at: string | null
}

/** Maps the ID of a merged entity to its target. */
export interface EntityAliasTable {
  kind: EntityKind
  id: string
  entity_key: number
  name: string
}

/** One variant of an entity's names. */
export interface EntityWordingTable {
  kind: EntityKind
  entity_key: number
  /** 0 for names set by people, positive for names from works, negative for names from works of merged entities. */
  no: number
  /** JSON text, see `wording.rules.ts`. */
  wording: string
  /** When works of each age last had it, as a counter per entity; 0 if never since this is recorded. */
  seen_all: number
  seen_r15: number
  seen_r18: number
}

/** A work that a variant comes from: some works of each age, not all. A work is the source of at most one variant of an entity. */
export interface EntityNameSourceTable {
  kind: EntityKind
  entity_key: number
  no: number
  work_key: number
  /** The age as numbered in the index; 0 in the trash. */
  age: number
}

/** The old ID of a work whose files now belong to another work. It applies only while no work has that ID. */
export interface WorkAliasTable {
  old_key: number
  work_key: number
  moved_at: string
}

/** A user whose marks moved from the old ID, so that they can be moved back if the files return. */
export interface WorkAliasUserTable {
  old_key: number
  user_key: number
}
