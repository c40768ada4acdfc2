/** POST /admin/users/acts: the same action for many accounts. Each account is checked and written separately. */
import {
  type actOnUsers,
  deleteUser,
  type SkippedReason,
  type UsersAct,
  updateUser,
} from '@koedana/contract/users.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { detailOf } from '../audit/audit.rules.ts'
import type { Audit } from '../audit/audit.ts'
import { createAccountChanger, createAccountRemover, type UserSources } from './users.api.ts'
import type { UserChange } from './users.rules.ts'
import { findUserRow } from './users.store.ts'

interface ActSources extends UserSources {
  readonly audit: Pick<Audit, 'record'>
}

export function actOnUsersHandler(sources: ActSources): Handler<typeof actOnUsers> {
  const { write, links } = sources
  const act = createUserAction(sources)
  return async ({ body }, context) => {
    let done = 0
    const left: { id: string; username: string | null; reason: SkippedReason }[] = []
    try {
      for (const id of new Set(body.ids)) {
        const username = (await findUserRow(write, id))?.username ?? null
        const reason = username === null ? 'gone' : await act(body, { id, username }, context)
        if (reason) left.push({ id, username, reason })
        else done += 1
      }
    } finally {
      // Changes made before a failure are kept.
      await links.refresh()
    }
    return { done, left }
  }
}

interface Account {
  readonly id: string
  readonly username: string
}

/**
 * Returns a function that performs the action on one account and records it in the audit log. It returns a reason if the account was
 * skipped.
 */
function createUserAction(sources: ActSources) {
  const { audit } = sources
  const [change, remove] = [createAccountChanger(sources), createAccountRemover(sources)]
  const perform = (body: UsersAct, id: string, context: Context): Promise<unknown> =>
    body.act === 'delete' ? remove(id, context) : change({ id, change: changeOf(body) }, context)

  return async (
    body: UsersAct,
    { id, username }: Account,
    context: Context,
  ): Promise<SkippedReason | undefined> => {
    const { person, address } = context
    // The caller's own account is always skipped: a change could end the caller's session midway.
    if (person?.user.id === id) return 'ownAccount'
    try {
      await perform(body, id, context)
    } catch (error) {
      if (error instanceof AppError && error.code === 'lastAdministrator') return 'lastAdministrator'
      if (error instanceof AppError && error.code === 'notFound') return 'gone'
      throw error
    }
    const [endpoint, changed] = body.act === 'delete' ? [deleteUser, {}] : [updateUser, changeOf(body)]
    const request = { params: { id }, query: {}, body: changed }
    const detail = detailOf(endpoint, request, { name: username, person })
    void audit.record({ act: 'administered', username: person?.user.username ?? null, address, detail })
    return undefined
  }
}

/** Copies fields one by one, so that no other field of a request is ever stored. */
const changeOf = (body: Exclude<UsersAct, { readonly act: 'delete' }>): UserChange =>
  body.act === 'setStatus' ? { status: body.status } : { ageRestriction: body.ageRestriction }
