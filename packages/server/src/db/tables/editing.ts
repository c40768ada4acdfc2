/** Where fields come from, and what people changed. */
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
