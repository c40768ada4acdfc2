/**
 * Records logins, failed logins and administrative acts: in the database for administrators, and in the log for programs that block
 * addresses.
 */
import type { AuditAct } from '@koedana/contract/audit.ts'
import type { Db } from '../../db/schema.ts'
import type { RecordAction } from '../../http/context.ts'
import type { Log } from '../../lib/log.ts'
import { createSerialQueue } from '../../lib/queues.ts'
import { detailOf, isAct } from './audit.rules.ts'
import { findUsername, insertAudit, trimAudit } from './audit.store.ts'

export interface Audit {
  /** Never throws: if the entry cannot be stored, it is logged. */
  readonly record: (entry: AuditRecord) => Promise<void>
  /** Does not wait for the entry to be stored, which can take as long as the act itself during an import. */
  readonly recordAct: RecordAction
  /** Resolves when all entries up to now are stored. */
  readonly recorded: () => Promise<void>
}

export interface AuditRecord {
  readonly act: AuditAct
  /** Only names of existing accounts: other input may be a password. */
  readonly username: string | null
  readonly address: string
  readonly detail?: string
}

export interface AuditSources {
  readonly read: Db
  readonly write: Db
  readonly now: () => Date
  readonly log: Log
}

/** Entries between two deletions of old ones. */
const trimEvery = 100

export function createAudit({ read, write, now, log }: AuditSources): Audit {
  let stored = 0

  const queue = createSerialQueue()

  const store = async (row: Parameters<typeof insertAudit>[1]) => {
    try {
      await insertAudit(write, row)
      if (stored++ % trimEvery === 0) await trimAudit(write)
    } catch (error) {
      log.error({ err: error }, 'an entry of the audit log was not stored')
    }
  }

  const record: Audit['record'] = ({ act, username, address, detail = '' }) => {
    // The order of these fields is fixed: a filter in docs/operate.md depends on it.
    log.info({ audit: act, address, username, detail }, 'audit')
    const row = { at: now().toISOString(), act, username, address, detail }
    return queue.run(() => store(row))
  }

  return {
    record,
    recorded: () => queue.run(async () => {}),
    recordAct: async (endpoint, request, { person, address }) => {
      if (!isAct(endpoint)) return undefined
      // The name is read before the act, because a deleted account has none afterwards.
      const id = endpoint.path.startsWith('/admin/users/:id') ? idIn(request.params) : undefined
      const name = id === undefined ? undefined : await findUsername(read, id)
      const detail = detailOf(endpoint, request, { name, person })
      const username = person?.user.username ?? null
      return () => void record({ act: 'administered', username, address, detail })
    },
  }
}

const idIn = (params: unknown): string | undefined =>
  typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : undefined
