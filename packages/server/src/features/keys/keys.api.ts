/** Endpoints with which administrators find, create and change access keys. */
import { randomBytes } from 'node:crypto'
import {
  type createKeys,
  type deleteKeys,
  type listKeys,
  type listRedemptions,
  maxRedemptions,
  type NewKeys,
  type updateKey,
} from '@koedana/contract/access-keys.ts'
import { defaultPageSize } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/vault.ts'
import { openCode, sealedCode } from '../vault/sealed-secrets.store.ts'
import { inOrder, instantOf, type KeyRow, keyOf, noteKeyOf } from './key.rules.ts'
import { codeBytes, codeOf } from './key-code.rules.ts'
import {
  changeKey,
  deleteKeyRows,
  deletePlatforms,
  findKeyRow,
  insertKeys,
  insertPlatforms,
  listKeyPage,
  listPlatforms,
  listRedemptionRows,
} from './keys.store.ts'

export interface KeySources {
  readonly db: Db
  readonly write: Db
  readonly vault: Vault
  readonly now: () => Date
}

export function listKeysHandler({ db, vault, now }: KeySources): Handler<typeof listKeys> {
  return async ({ query: { q = '', state, sort = 'createdAtDesc', page = 1, pageSize } }) => {
    const at = now().toISOString()
    const limit = pageSize ?? defaultPageSize
    const { rows, total } = await listKeyPage(db, vault, {
      q,
      state,
      at,
      sort,
      limit,
      offset: (page - 1) * limit,
    })
    const items = await withPlatforms(
      db,
      rows.map((row) => opened(vault, row)),
      at,
    )
    return { items, total, page, pageSize: limit }
  }
}

export function createKeysHandler({ write, vault, now }: KeySources): Handler<typeof createKeys> {
  return async ({ body }) => {
    const platforms = inOrder(body.platforms ?? [])
    const at = now().toISOString()
    const made = newRows(body, at)
    const rows = made.map((row) => ({ ...row, ...sealedCode(vault, row.code) }))
    const inserted = await writeInTurn(write, async (tx) => {
      const keys = await insertKeys(tx, rows)
      await insertPlatforms(
        tx,
        keys.map(({ key }) => key),
        platforms,
      )
      return keys
    })
    return { items: inserted.map((row) => keyOf(opened(vault, row), platforms, at)) }
  }
}

/** Changes a key. The check runs inside the transaction, since the key may be redeemed at the same moment. */
export function updateKeyHandler({ write, vault, now }: KeySources): Handler<typeof updateKey> {
  return async ({ params: { id }, body: { count, platforms, ceiling, note, expiresAt } }) =>
    writeInTurn(write, async (tx) => {
      const row = await getKeyRow(tx, id)
      if (count !== undefined && count < row.used_count) {
        throw new AppError('refused', { fields: { 'body.count': 'keyCountBelowUsed' } })
      }
      const columns = {
        ...(count === undefined ? {} : { count }),
        ...(ceiling === undefined ? {} : { ceiling }),
        ...(note === undefined ? {} : { note, note_key: noteKeyOf(note) }),
        ...(expiresAt === undefined ? {} : { expires_at: instantOf(expiresAt) }),
      }
      await changeKey(tx, row.key, columns)
      if (platforms !== undefined) {
        await deletePlatforms(tx, row.key)
        await insertPlatforms(tx, [row.key], inOrder(platforms))
      }
      const on = await listPlatforms(tx, [row.key])
      return keyOf(opened(vault, { ...row, ...columns }), on.get(row.key) ?? [], now().toISOString())
    })
}

export function deleteKeysHandler({ write }: KeySources): Handler<typeof deleteKeys> {
  return async ({ query: { ids } }) => {
    await writeInTurn(write, (tx) => deleteKeyRows(tx, ids))
  }
}

export function listRedemptionsHandler({ db }: KeySources): Handler<typeof listRedemptions> {
  return async ({ params: { id } }) => {
    const { key } = await getKeyRow(db, id)
    const rows = await listRedemptionRows(db, key, maxRedemptions)
    return {
      items: rows.map(({ id: userId, username, platform, address, redeemed_at }) => ({
        user: userId === null || username === null ? null : { id: userId, username },
        platform,
        address,
        redeemedAt: redeemed_at,
      })),
    }
  }
}

async function withPlatforms(db: Db, rows: readonly KeyRow[], at: string) {
  const on = await listPlatforms(
    db,
    rows.map(({ key }) => key),
  )
  return rows.map((row) => keyOf(row, on.get(row.key) ?? [], at))
}

function newRows(request: NewKeys, at: string) {
  const { quantity = 1, count, ceiling = null, note = '' } = request
  const expiresAt = instantOf(request.expiresAt ?? null)
  return Array.from({ length: quantity }, () => ({
    id: newId(),
    code: codeOf(randomBytes(codeBytes)),
    count,
    ceiling,
    note,
    note_key: noteKeyOf(note),
    expires_at: expiresAt,
    created_at: at,
  }))
}

const opened = (vault: Vault, row: KeyRow): KeyRow => ({ ...row, code: openCode(vault, row.code) })

async function getKeyRow(db: Db, id: string): Promise<KeyRow> {
  const row = await findKeyRow(db, id)
  if (!row) throw new AppError('notFound')
  return row
}
