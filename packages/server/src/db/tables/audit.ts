import type { AuditAct } from '@koedana/contract/audit.ts'
import type { Generated } from 'kysely'

export interface AuditTable {
  key: Generated<number>
  at: string
  act: AuditAct
  username: string | null
  address: string
  detail: string
}
