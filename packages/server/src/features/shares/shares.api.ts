/** The shares of a member, and those of all accounts for administrators. */
import { personalFilters } from '@koedana/contract/filters.ts'
import {
  type createShare,
  type listAllShares,
  type listShares,
  type revokeAllShares,
  type revokeAnyShare,
  type revokeShare,
  type Share,
  type ShareTarget,
  shareLimits,
} from '@koedana/contract/shares.ts'
import { defaultPageSize, workIdOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashOfToken, newId, newToken } from '../../lib/ids.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { type ProofSources, requireOpenSession, requireRecentAuthentication } from '../auth/fresh-proof.ts'
import type { Sessions } from '../auth/sessions.ts'
import { findPlaylist } from '../playlists/playlists.store.ts'
import { writeSearch } from '../views/view.rules.ts'
import { titleOfCard } from '../works/cards.ts'
import type { WorkSources } from '../works/viewers.ts'
import {
  deleteEndedShares,
  deleteShares,
  insertShare,
  listOpenShares,
  listSharePage,
  type ShareRow,
} from './shares.store.ts'
import { type ShareSources, targetOf } from './shares.ts'

interface Sources extends ShareSources, ProofSources, Pick<WorkSources, 'cards'> {
  readonly write: Db
  readonly sessions: Pick<Sessions, 'forget'>
}

export function listSharesHandler(sources: Sources): Handler<typeof listShares> {
  const { db, site, now } = sources
  return async (_request, context) => {
    const rows = await listOpenShares(db, requirePerson(context).userKey, now().toISOString())
    return { items: await shownTo(sources, rows, context), sharing: site.current().sharing }
  }
}

const dayMs = 86_400_000

export function createShareHandler(sources: Sources): Handler<typeof createShare> {
  const { write, site, now } = sources
  return async ({ body: { target, days, listening, password } }, context) => {
    const { sharing } = site.current()
    if (sharing === 'off' || (listening && sharing !== 'listen')) throw new AppError('forbidden')
    const person = requirePerson(context)
    const { userKey } = person
    await requireRecentAuthentication(sources, password, context)
    const stored = await storedTarget(sources, target, context)
    const token = newToken()
    const at = now()
    const row: ShareRow = {
      id: newId(),
      user_key: userKey,
      token_hash: hashOfToken(token),
      ...stored,
      listening: listening ? 1 : 0,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + days * dayMs).toISOString(),
    }
    await writeInTurn(write, async (tx) => {
      await requireOpenSession(tx, person)
      await deleteEndedShares(tx, row.created_at)
      const open = await listOpenShares(tx, userKey, at.toISOString())
      if (open.length >= shareLimits.most) throw new AppError('sharesFull')
      await insertShare(tx, row)
    })
    const [share] = await shownTo(sources, [row], context)
    if (!share) throw new AppError('notFound')
    return { ...share, token, isSeen: await isSeenByVisitors(sources, target, context) }
  }
}

/** Returns whether visitors may see the shared work. Playlists and lists always count as visible, even if they are empty. */
async function isSeenByVisitors(
  { dictionary, visibleWorks }: Sources,
  target: ShareTarget,
  { locale }: Context,
): Promise<boolean> {
  const key = target.kind === 'work' ? dictionary.findKey('works', target.workId) : undefined
  return key === undefined || (await visibleWorks([key], { person: undefined, locale })).size > 0
}

/** Revokes a share of the caller. Throws `notFound` for shares of others. */
export function revokeShareHandler(sources: Sources): Handler<typeof revokeShare> {
  return async ({ params: { id } }, context) => {
    const revoked = await revoke(sources, { id, userKey: requirePerson(context).userKey })
    if (revoked === 0) throw new AppError('notFound')
  }
}

export function listAllSharesHandler(sources: Sources): Handler<typeof listAllShares> {
  const { db, now } = sources
  return async ({ query: { page = 1, pageSize = defaultPageSize } }, context) => {
    const part = { now: now().toISOString(), limit: pageSize, offset: (page - 1) * pageSize }
    const { rows, total } = await listSharePage(db, part)
    const shown = await shownTo(sources, rows, context)
    const items = shown.map((share, index) => ({ ...share, owner: rows[index]?.username ?? '' }))
    return { items, total, page, pageSize }
  }
}

export function revokeAnyShareHandler(sources: Sources): Handler<typeof revokeAnyShare> {
  return async ({ params: { id } }) => {
    if ((await revoke(sources, { id })) === 0) throw new AppError('notFound')
  }
}

export function revokeAllSharesHandler(sources: Sources): Handler<typeof revokeAllShares> {
  return async () => ({ revoked: await revoke(sources, 'all') })
}

/** Deletes shares. Open streams check their rights again, on every node. Returns how many shares were deleted. */
async function revoke(
  { write, sessions }: Sources,
  which: Parameters<typeof deleteShares>[1],
): Promise<number> {
  const owners = await writeInTurn(write, async (tx) => {
    const gone = await deleteShares(tx, which)
    await appendChanges(tx, 'user', [...new Set(gone)])
    return gone
  })
  if (owners.length > 0) sessions.forget(owners)
  return owners.length
}

/** Returns the columns of a share's target. Throws `notFound` if the owner may not see the target or does not own the playlist. */
async function storedTarget(
  { db, dictionary, visibleWorks }: Sources,
  target: ShareTarget,
  context: Context,
): Promise<Pick<ShareRow, 'kind' | 'target' | 'name'>> {
  if (target.kind === 'work') {
    const key = dictionary.findKey('works', target.workId)
    if (key === undefined || !(await visibleWorks([key], context)).has(key)) throw new AppError('notFound')
    return { kind: 'work', target: workIdOf(key), name: '' }
  }
  if (target.kind === 'playlist') {
    const { userKey } = requirePerson(context)
    const row = await findPlaylist(db, target.playlistId, userKey)
    if (row?.user_key !== userKey) throw new AppError('notFound')
    return { kind: 'playlist', target: row.id, name: '' }
  }
  // Personal filters are not allowed: visitors have no marks, and the owner's marks are private.
  const personal = personalFilters.filter((name) => target.search[name] !== undefined)
  if (personal.length > 0) {
    const fields = Object.fromEntries(personal.map((name) => [`body.target.search.${name}`, 'valueUnknown']))
    throw new AppError('malformed', { fields })
  }
  const { policy: _policy, ...search } = target.search
  return { kind: 'list', target: writeSearch(search).toWellFormed(), name: target.name }
}

/** Returns the target with the current ID of the work, in case its folder got another ID. */
function currentTarget({ findKey }: Sources['dictionary'], target: ShareTarget): ShareTarget {
  const key = target.kind === 'work' ? findKey('works', target.workId) : undefined
  return key === undefined ? target : { kind: 'work', workId: workIdOf(key) }
}

/** Returns the shares as the reader may see them. A hidden work is named by its ID, a deleted playlist by an empty name. */
async function shownTo(
  { db, cards, dictionary, viewers }: Sources,
  rows: readonly ShareRow[],
  context: Context,
): Promise<Share[]> {
  const keys = rows.flatMap(({ kind, target }) =>
    kind === 'work' ? (dictionary.findKey('works', target) ?? []) : [],
  )
  const found = await cards.find(keys, viewers.cardView(context))
  const titles = new Map(keys.map((key, at) => [workIdOf(key), titleOfCard(found[at])]))
  const nameOf = async (target: ShareTarget, { user_key }: ShareRow): Promise<string> => {
    if (target.kind === 'list') return target.name
    if (target.kind === 'playlist') return (await findPlaylist(db, target.playlistId, user_key))?.name ?? ''
    return titles.get(target.workId) ?? target.workId
  }
  return Promise.all(
    rows.map(async (row) => {
      const target = currentTarget(dictionary, targetOf(row))
      return {
        id: row.id,
        target,
        name: await nameOf(target, row),
        listening: row.listening === 1,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }
    }),
  )
}
