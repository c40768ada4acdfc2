/** GET /admin/audit. */
import type { listAudit } from '@koedana/contract/audit.ts'
import { defaultPageSize } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { listAuditPage } from './audit.store.ts'
import type { Audit } from './audit.ts'

interface AuditSources {
  readonly db: Db
  readonly audit: Pick<Audit, 'recorded'>
}

export function listAuditHandler({ db, audit }: AuditSources): Handler<typeof listAudit> {
  return async ({ query: { act, q = '', page = 1, pageSize = defaultPageSize } }) => {
    await audit.recorded()
    const wanted = { act, q, limit: pageSize, offset: (page - 1) * pageSize }
    return { ...(await listAuditPage(db, wanted)), page, pageSize }
  }
}
