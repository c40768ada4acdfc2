/** The audit log as the dashboard asks for it. */
import { type AuditAct, listAudit } from '@koedana/contract/audit.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const auditPerPage = 25

export interface AuditAsked {
  readonly act: AuditAct | undefined
  readonly page: number
}

export const auditQuery = ({ act, page }: AuditAsked) =>
  queryOptions({
    queryKey: ['admin', 'audit', act, page],
    queryFn: ({ signal }) => call(listAudit, { query: { act, page, pageSize: auditPerPage } }, signal),
    placeholderData: keepPreviousData,
  })
