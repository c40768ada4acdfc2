/** Endpoints of the own account: name, password, content settings and sessions. The contract allows nothing else to be changed. */
import type {
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  getSettings,
  listSessions,
  saveSettings,
  updateAccount,
} from '@koedana/contract/account.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import { toUser } from '../../domain/user.rules.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { deleteAppPasswords } from '../app-passwords/app-passwords.store.ts'
import { deleteApiTokens } from '../auth/api-token.store.ts'
import { type AuthSources, requirePerson } from '../auth/auth-sources.ts'
import { rejectCommonPassword } from '../auth/common-passwords.ts'
import { requireRecentAuthentication } from '../auth/fresh-proof.ts'
import { revokeLoginMethods } from '../auth/login-methods.store.ts'
import { isIdle, type SessionRow } from '../auth/person.rules.ts'
import { deleteSessions, listSessions as listRows } from '../auth/session.store.ts'
import { verifyOwnPassword } from '../auth/verify-own-password.ts'
import { deleteShares } from '../shares/shares.store.ts'
import { getUserRow, renameUser, replacePassword } from './account.store.ts'
import { deviceOf } from './device.ts'
import { readSettings, type SettingsSources, writeSettings } from './settings.use-cases.ts'

export const getAccountHandler: Handler<typeof getAccount> = (_request, context) =>
  requirePerson(context).user

/** Needs a fresh proof: a provider may link accounts by name, so a stolen session must not take over another user's name. */
export function updateAccountHandler(sources: AuthSources): Handler<typeof updateAccount> {
  const { write, sessions, now } = sources
  return async ({ body: { username, password } }, context) => {
    const { user, userKey } = requirePerson(context)
    if (user.role === roleOf.guest) throw new AppError('forbidden')
    if (username === undefined || username === user.username) return user
    await requireRecentAuthentication(sources, password, context)
    const renamed = await writeInTurn(write, async (tx) => {
      const row = await renameUser(tx, userKey, { username, at: now().toISOString() })
      if (!row) throw new AppError('usernameTaken')
      await appendChanges(tx, 'user', [userKey])
      return row
    })
    sessions.forget([userKey])
    return toUser(renamed)
  }
}

/** Attempts count towards the login limit, so a stolen session cannot guess the password faster. */
export function changePasswordHandler(sources: AuthSources): Handler<typeof changePassword> {
  const { db, write, sessions, passwords, audit, now } = sources
  return async ({ body: { currentPassword, newPassword, endShares = true } }, context) => {
    const { user, userKey, sessionKey } = requirePerson(context)
    const row = await getUserRow(db, userKey)
    await verifyOwnPassword(sources, { passwordHash: row.password_hash, password: currentPassword }, context)
    await rejectCommonPassword(newPassword, 'body.newPassword')
    const hash = await passwords.hash(newPassword)
    await writeInTurn(write, async (tx) => {
      if (!(await replacePassword(tx, row, { hash, at: now().toISOString() }))) throw new AppError('conflict')
      await revokeLoginMethods(tx, userKey, { provenSession: sessionKey, keepShares: !endShares })
      await appendChanges(tx, 'user', [userKey])
    })
    sessions.forget([userKey])
    await audit.record({ act: 'passwordChanged', username: user.username, address: context.address })
  }
}

export function getSettingsHandler(sources: SettingsSources): Handler<typeof getSettings> {
  return (_request, context) => readSettings(sources, context)
}

/** Saves content settings; they apply from the next request. */
export function saveSettingsHandler(sources: SettingsSources): Handler<typeof saveSettings> {
  return ({ body }, context) => writeSettings(sources, body, context)
}

export function listSessionsHandler({ db, now }: AuthSources): Handler<typeof listSessions> {
  return async (_request, context) => {
    const { user, userKey, sessionId } = requirePerson(context)
    const rows = await listRows(db, userKey, now().toISOString())
    const isOpen = (row: SessionRow) => !isIdle(user.role, Date.parse(row.last_used_at), now().getTime())
    const items = rows.filter(isOpen).map((row) => ({
      id: row.id,
      device: deviceOf(row.user_agent),
      address: row.address,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      isCurrent: row.id === sessionId,
    }))
    return { items }
  }
}

/** Responds 404 for sessions of other accounts. */
export function endSessionHandler({ sessions }: AuthSources): Handler<typeof endSession> {
  return async ({ params: { id } }, context) => {
    const ended = await sessions.end(requirePerson(context).userKey, { id })
    if (ended === 0) throw new AppError('notFound')
  }
}

export function endOtherSessionsHandler({ write, sessions }: AuthSources): Handler<typeof endOtherSessions> {
  return async ({ query: { appPasswords = false, apiTokens = false, shares = false } }, context) => {
    const { userKey, sessionKey } = requirePerson(context)
    await writeInTurn(write, async (tx) => {
      await deleteSessions(tx, userKey, { allBut: sessionKey })
      if (appPasswords) await deleteAppPasswords(tx, userKey)
      if (apiTokens) await deleteApiTokens(tx, userKey)
      if (shares) await deleteShares(tx, { userKey })
      await appendChanges(tx, 'user', [userKey])
    })
    sessions.forget([userKey])
  }
}
