/** GET and POST /account/api-tokens, DELETE /account/api-tokens/{id}: your own API tokens. */
import {
  type ApiToken,
  apiTokenPrefix,
  type createApiToken,
  type listApiTokens,
  maxApiTokens,
  type revokeApiToken,
} from '@koedana/contract/api-tokens.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Context, Handler, Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashOfToken, newId, newToken } from '../../lib/ids.ts'
import { deleteRow, insertRow, listRows } from '../auth/api-token.store.ts'
import { type AuthSources, requirePerson } from '../auth/auth-sources.ts'
import { type ProofSources, requireOpenSession, requireRecentAuthentication } from '../auth/fresh-proof.ts'
import type { ApiTokenRow } from '../auth/person.rules.ts'

type Sources = ProofSources & Pick<AuthSources, 'db' | 'write' | 'sessions' | 'now'>

export function listApiTokensHandler({ db }: Sources): Handler<typeof listApiTokens> {
  return async (_request, context) => ({
    items: (await listRows(db, requirePerson(context).userKey)).map(shown),
  })
}

const dayMs = 86_400_000

export function createApiTokenHandler(sources: Sources): Handler<typeof createApiToken> {
  const { write, audit, now } = sources
  return async ({ body: { name, scope, days, password } }, context) => {
    const person = requirePerson(context)
    // Otherwise a member's token would gain rights if its owner became an administrator.
    if (scope === 'admin' && person.user.role !== roleOf.admin) throw new AppError('forbidden')
    await requireRecentAuthentication(sources, password, context)
    const token = apiTokenPrefix + newToken()
    const at = now()
    const row: ApiTokenRow = {
      id: newId(),
      user_key: person.userKey,
      name,
      scope,
      token_hash: hashOfToken(token),
      created_at: at.toISOString(),
      expires_at: days === undefined ? null : new Date(at.getTime() + days * dayMs).toISOString(),
      last_used_at: null,
      last_address: null,
    }
    await writeInTurn(write, async (tx) => {
      await requireOpenSession(tx, person)
      if ((await listRows(tx, person.userKey)).length >= maxApiTokens) throw new AppError('apiTokensFull')
      await insertRow(tx, row)
    })
    await audit.record({ ...changedBy(person, context), detail: `created “${name}” (${scope})` })
    return { ...shown(row), token }
  }
}

/** Responds 404 for tokens of other accounts. */
export function revokeApiTokenHandler({ write, sessions, audit }: Sources): Handler<typeof revokeApiToken> {
  return async ({ params: { id } }, context) => {
    const person = requirePerson(context)
    const { name } = await writeInTurn(write, async (tx) => {
      const revoked = await deleteRow(tx, person.userKey, id)
      if (!revoked) throw new AppError('notFound')
      await appendChanges(tx, 'user', [person.userKey])
      return revoked
    })
    sessions.forget([person.userKey])
    await audit.record({ ...changedBy(person, context), detail: `revoked “${name}”` })
  }
}

const changedBy = ({ user: { username } }: Person, { address }: Context) =>
  ({ act: 'apiTokenChanged', username, address }) as const

const shown = (row: ApiTokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  lastAddress: row.last_address,
})
