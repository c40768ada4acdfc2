/** The audit log: logins, failed attempts, and acts of administrators. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { AdminSearch } from './users.ts'
import { page, pageSize } from './values.ts'

export const auditActs = [
  'signedIn',
  'signInFailed',
  'limited',
  'registered',
  'passwordChanged',
  'identityChanged',
  'passkeyChanged',
  'apiTokenChanged',
  'apiTokenUsed',
  'administered',
] as const
export const AuditAct = v.picklist(auditActs, 'valueUnknown')
export type AuditAct = v.InferOutput<typeof AuditAct>

export const AuditEntry = v.object({
  id: v.number(),
  at: v.string(),
  act: AuditAct,
  /** The account's name at that time; null if no account had that name. */
  username: v.nullable(v.string()),
  /** Empty for the command line. */
  address: v.string(),
  /** Method, path and names of the changed fields; empty if `act` is sufficient. */
  detail: v.string(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  rate: 'read',
  summary: 'List the audit log',
  description: 'Sign-ins, failures and acts of administrators, newest first, the last ten thousand of each.',
  query: v.object({
    act: v.optional(AuditAct),
    /** Part of the name of the acting or the affected account. */
    q: v.optional(AdminSearch),
    page: v.optional(page),
    pageSize: v.optional(pageSize),
  }),
  response: v.object({
    items: v.array(AuditEntry),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})
