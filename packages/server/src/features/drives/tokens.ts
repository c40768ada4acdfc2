/**
 * The tokens of linked accounts. If several requests need a new token at once, in any process, one of them renews it, and the others
 * wait for the stored result. A single-use refresh token is stored before it is used for anything.
 */
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import type { Db } from '../../db/schema.ts'
import { newId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/vault.ts'
import type { DriveAccess, DriveCredentials } from '../storages/drives/drive.ts'
import { findDrive } from '../storages/drives/open-drives.ts'
import { StorageError } from '../storages/storage.ts'
import type { DriveApps } from './apps.ts'
import {
  type DriveAccountRow,
  endLease,
  findAccount,
  saveState,
  saveTokens,
  takeLease,
} from './drives.store.ts'
import { tokenPurpose } from './encryption-contexts.rules.ts'
import { type OAuthClient, OAuthError, type TokenGrant, Tokens } from './oauth.ts'

export interface TokenSources {
  readonly write: Db
  readonly vault: Vault
  readonly apps: DriveApps
  readonly oauth: OAuthClient
  readonly now: () => Date
  readonly log: Log
}

/** A token is renewed if it expires within this time. */
const marginMs = 60_000
/** Longer than a provider takes to respond. */
const leaseMs = 90_000
/** Waiting time after a request that may have consumed a single-use token: retrying earlier could not save it. */
const unclearMs = 10 * 60_000
/** Waiting time after a provider reported too many requests. */
const oftenMs = 60_000
const pollMs = 100
/** Maximum time that a request waits for a renewal by another one. */
const maxWaitMs = 20_000

export function createTokens(sources: TokenSources): DriveAccess {
  const { write, vault } = sources
  const renewing = new Map<string, Promise<DriveCredentials>>()

  const renewOnce = (account: string, refused: string | undefined): Promise<DriveCredentials> => {
    const known = renewing.get(account)
    if (known) return known
    const renewed = renew(sources, account, refused).finally(() => renewing.delete(account))
    renewing.set(account, renewed)
    return renewed
  }
  return {
    of: async (account, refused) => {
      const row = await linkedRow(write, account)
      return usable(openTokens(vault, row), { ...sources, refused }) ?? renewOnce(account, refused)
    },
  }
}

export function openTokens(vault: Vault, row: DriveAccountRow): Tokens {
  const text = vault.open(row.tokens ?? '', tokenPurpose(row))
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Tokens), text)
  if (!read.success) throw new StorageError('revoked', { cause: 'no tokens' })
  return read.output
}

export function sealTokens(
  vault: Vault,
  owner: Pick<DriveAccountRow, 'provider' | 'account_id'>,
  { accessToken, refreshToken, expiresAt, extra }: Tokens,
): string {
  return vault.seal(JSON.stringify({ accessToken, refreshToken, expiresAt, extra }), tokenPurpose(owner))
}

async function linkedRow(db: Db, account: string): Promise<DriveAccountRow> {
  const row = await findAccount(db, account)
  if (row?.state !== 'linked') throw new StorageError('revoked', { cause: 'the account is not linked' })
  return row
}

/** Returns undefined if a new token is needed. */
function usable(
  { accessToken: token, expiresAt, extra }: Tokens,
  { now, refused }: Pick<TokenSources, 'now'> & { readonly refused: string | undefined },
): DriveCredentials | undefined {
  const isOver = expiresAt !== null && Date.parse(expiresAt) - marginMs <= now().getTime()
  return isOver || token === refused ? undefined : { token, extra }
}

/** Renews the tokens, or waits for another request that is renewing them. */
async function renew(
  sources: TokenSources,
  account: string,
  refused: string | undefined,
): Promise<DriveCredentials> {
  const { write, vault, now } = sources
  const lease = newId()
  for (let waited = 0; waited <= maxWaitMs; waited += pollMs) {
    const row = await linkedRow(write, account)
    const held = openTokens(vault, row)
    const found = usable(held, { now, refused })
    if (found) return found
    const until = new Date(now().getTime() + leaseMs).toISOString()
    const taken = { key: row.key, version: row.version, lease }
    if (await takeLease(write, taken, { now: now().toISOString(), until })) {
      const got = await refreshed(sources, { row, held, lease })
      return { token: got.accessToken, extra: got.extra }
    }
    // A block without a lease: it was unclear whether a token was consumed.
    if (row.lease === null && row.lease_until !== null && row.lease_until > now().toISOString()) break
    await setTimeout(pollMs)
  }
  throw new StorageError('unavailable', { cause: 'no new token yet' })
}

interface Refreshing {
  readonly row: DriveAccountRow
  readonly held: Tokens
  readonly lease: string
}

async function refreshed(sources: TokenSources, refreshing: Refreshing): Promise<Tokens> {
  const { row, held } = refreshing
  const drive = findDrive(row.provider)
  const app = await sources.apps.find(row.provider)
  if (!drive || !app) {
    await endLease(sources.write, { key: row.key, lease: refreshing.lease }, null)
    throw new StorageError('revoked', { cause: 'no client id' })
  }
  let got: TokenGrant
  try {
    got = await sources.oauth.refresh(drive, app, held)
  } catch (error) {
    throw await failed(sources, refreshing, error)
  }
  return stored(sources, row, got)
}

const tries = 5
const againMs = 200

/** Stores renewed tokens, with retries if the database is busy, since the old refresh token may already be invalid. */
async function stored(
  { write, vault }: TokenSources,
  row: DriveAccountRow,
  got: TokenGrant,
): Promise<Tokens> {
  const sealed = sealTokens(vault, row, got)
  for (let left = tries; ; left -= 1) {
    try {
      if (await saveTokens(write, row, sealed)) return got
      // The account was linked again meanwhile, so the stored tokens are newer.
      return openTokens(vault, await linkedRow(write, String(row.key)))
    } catch (error) {
      if (left === 0 || error instanceof StorageError) throw error
      await setTimeout(againMs)
    }
  }
}

async function failed(
  { write, now, log }: TokenSources,
  { row: { key, version, provider }, lease }: Refreshing,
  error: unknown,
): Promise<StorageError> {
  const fault = error instanceof OAuthError ? error.fault : 'unclear'
  log.warn({ provider, account: key, fault }, 'no new token for a drive')
  if (fault === 'refused') {
    await saveState(write, { key, version }, { state: 'relink', at: now().toISOString() })
    return new StorageError('revoked', { cause: error })
  }
  const { refreshToken, isSpentByFailure = false } = findDrive(provider)?.facts ?? {}
  const isLost = refreshToken === 'once' && (fault === 'unclear' || (fault === 'away' && isSpentByFailure))
  const heldMs = isLost ? unclearMs : fault === 'often' ? oftenMs : undefined
  const until = heldMs === undefined ? null : new Date(now().getTime() + heldMs).toISOString()
  await endLease(write, { key, lease }, until)
  return new StorageError(fault === 'app' ? 'revoked' : 'unavailable', { cause: error })
}
