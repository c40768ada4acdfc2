import type { Key } from '@koedana/contract/access-keys.ts'
import { type KeyState, type Platform, platforms } from '@koedana/contract/values.ts'
import type { Selectable } from 'kysely'
import type { AccessKeyTable } from '../../db/tables/accounts.ts'

export type KeyRow = Selectable<AccessKeyTable>

/** Converts a row; `at` is the time at which the state is determined. */
export function keyOf(row: KeyRow, on: readonly Platform[], at: string): Key {
  return {
    id: row.id,
    code: row.code,
    platforms: inOrder(on),
    count: row.count,
    usedCount: row.used_count,
    leftCount: row.count - row.used_count,
    state: stateOf(row, at),
    ceiling: row.ceiling,
    note: row.note,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }
}

function stateOf({ count, used_count, expires_at }: KeyRow, at: string): KeyState {
  if (used_count >= count) return 'used_up'
  return expires_at !== null && expires_at <= at ? 'expired' : 'usable'
}

/** Returns each platform once, in the order of the contract. */
export const inOrder = (on: readonly Platform[]): Platform[] =>
  platforms.filter((platform) => on.includes(platform))

/** Normalizes a time to a fixed-width format that can be compared as text. */
export const instantOf = (text: string | null): string | null =>
  text === null ? null : new Date(text).toISOString()

export const noteKeyOf = (note: string): string => note.normalize('NFKC').toLowerCase()
