/** GET and POST /account/app-passwords, DELETE /account/app-passwords/{id}: your own app passwords. */
import { randomInt } from 'node:crypto'
import {
  type AppPassword,
  appScopes,
  type createAppPassword,
  type listAppPasswords,
  maxAppPasswords,
  type revokeAppPassword,
} from '@koedana/contract/app-passwords.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { type AuthSources, requirePerson } from '../auth/auth-sources.ts'
import { type ProofSources, requireOpenSession, requireRecentAuthentication } from '../auth/fresh-proof.ts'
import { appPasswordCharacters, appPasswordLength } from '../auth/limiter.rules.ts'
import { type AppPasswordRow, deleteRow, insertRow, listRows } from './app-passwords.store.ts'

type Sources = ProofSources & Pick<AuthSources, 'db' | 'write' | 'site' | 'vault' | 'sessions' | 'now'>

export function listAppPasswordsHandler({ db, site }: Sources): Handler<typeof listAppPasswords> {
  return async (_request, context) => ({
    items: (await listRows(db, requirePerson(context).userKey)).map(shown),
    doors: site.current().doors,
    kikoeruAtRoot: site.current().kikoeruAtRoot,
  })
}

export function createAppPasswordHandler(sources: Sources): Handler<typeof createAppPassword> {
  const { write, vault, now } = sources
  return async ({ body: { name, scopes, password: typed, wholeCatalogue = false } }, context) => {
    const person = requirePerson(context)
    const { userKey } = person
    await requireRecentAuthentication(sources, typed, context)
    const password = newSecret()
    const row: AppPasswordRow = {
      id: newId(),
      user_key: userKey,
      name,
      scopes: appScopes.filter((scope) => scopes.includes(scope)).join(' '),
      whole_catalogue: wholeCatalogue ? 1 : 0,
      secret: vault.seal(password, 'appPassword'),
      secret_hash: vault.digest(password, 'appPassword'),
      created_at: now().toISOString(),
      last_used_at: null,
      last_address: null,
      last_client: null,
    }
    await writeInTurn(write, async (tx) => {
      await requireOpenSession(tx, person)
      if ((await listRows(tx, userKey)).length >= maxAppPasswords) throw new AppError('appPasswordsFull')
      await insertRow(tx, row)
    })
    return { ...shown(row), password }
  }
}

/** Responds 404 for app passwords of other accounts. */
export function revokeAppPasswordHandler({ write, sessions }: Sources): Handler<typeof revokeAppPassword> {
  return async ({ params: { id } }, context) => {
    const { userKey } = requirePerson(context)
    await writeInTurn(write, async (tx) => {
      if (!(await deleteRow(tx, userKey, id))) throw new AppError('notFound')
      await appendChanges(tx, 'user', [userKey])
    })
    sessions.forget([userKey])
  }
}

const shown = (row: AppPasswordRow): AppPassword => ({
  id: row.id,
  name: row.name,
  scopes: appScopes.filter((scope) => row.scopes.split(' ').includes(scope)),
  wholeCatalogue: row.whole_catalogue === 1,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastAddress: row.last_address,
  lastClient: row.last_client,
})

const newSecret = () =>
  Array.from({ length: appPasswordLength }, () =>
    appPasswordCharacters.charAt(randomInt(appPasswordCharacters.length)),
  ).join('')
