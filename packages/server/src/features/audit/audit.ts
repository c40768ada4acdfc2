/**
 * Writes down who came in or tried to, and what administrators did: in the database, where administrators read it, and as
 * a line of the log, where a program that blocks addresses does.
 */
import type { AuditAct } from '@koedana/contract/audit.ts'
import type { Db } from '../../db/schema.ts'
import type { RecordAct } from '../../http/context.ts'
import type { Log } from '../../lib/log.ts'
import { createSerialQueue } from '../../lib/queues.ts'
import { detailOf, isAct } from './audit.rules.ts'
import { findUsername, insertAudit, trimAudit } from './audit.store.ts'

export interface Audit {
  /** Never fails: what happened happened, and the log says what was not written down. */
  readonly record: (entry: Recorded) => Promise<void>
  /** Nobody who acts waits until it is written down: beside an import that may take as long again as the act. */
  readonly recordAct: RecordAct
  /** Resolves when all that happened up to now is written down. */
  readonly recorded: () => Promise<void>
}

export interface Recorded {
  readonly act: AuditAct
  /** The name is that of a known account: what else was typed may be a password. */
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

/** The log grows by no more than this between two trimmings. */
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
    // The fields have this order: docs/operate.md has a filter that reads it.
    log.info({ audit: act, address, username, detail }, 'audit')
    const row = { at: now().toISOString(), act, username, address, detail }
    return queue.run(() => store(row))
  }

  return {
    record,
    recorded: () => queue.run(async () => {}),
    recordAct: async (endpoint, request, { person, address }) => {
      if (!isAct(endpoint)) return undefined
      // The name is read before the act is done: a removed account has none afterwards.
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
