/** Identifies the owner of an account that granted access, and stores the account. */
import type { LinkError } from '@koedana/contract/drives.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Drive, DriveOwner } from '../storages/drives/drive.ts'
import type { Drives } from '../storages/drives/open-drives.ts'
import { StorageError } from '../storages/storage.ts'
import type { DriveApps } from './apps.ts'
import { type DriveAccountRow, findAccount, saveLinked } from './drives.store.ts'
import type { OAuthClient, TokenGrant } from './oauth.ts'
import { sealTokens } from './tokens.ts'

export interface LinkSources {
  readonly write: Db
  readonly vault: Vault
  readonly apps: DriveApps
  readonly oauth: OAuthClient
  readonly drives: Pick<Drives, 'callsOf' | 'urlOf'>
  readonly now: () => Date
}

export const linkMs = 10 * 60_000

export class LinkRejected extends Error {
  readonly reason: LinkError
  readonly detail: string | undefined

  constructor(reason: LinkError, detail?: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'LinkRefused'
    this.reason = reason
    this.detail = detail
  }
}

/** Saves an account. An account that is linked again keeps its row. Throws `LinkRefused`. */
export async function saveGranted(
  sources: LinkSources,
  drive: Drive,
  { granted, accountKey }: { readonly granted: TokenGrant; readonly accountKey: number | null },
): Promise<DriveAccountRow> {
  const { provider } = drive.facts
  const owner = await ownerOf(sources, drive, granted)
  const at = sources.now().toISOString()
  return writeInTurn(sources.write, async (tx) => {
    const known = accountKey === null ? undefined : await findAccount(tx, String(accountKey))
    const account_id = accountIdOf(owner, known)
    const extra = { ...granted.extra, ...owner.extra }
    const tokens = sealTokens(sources.vault, { provider, account_id }, { ...granted, extra })
    const row = await saveLinked(tx, { provider, account_id, name: owner.name, tokens, at })
    // Roll back: the storages of one account must not be attached to another.
    if (accountKey !== null && row.key !== accountKey) throw new LinkRejected('other')
    return row
  })
}

const unidentified = 'unidentified '

/** Returns the account ID. If the provider does not identify the account, it gets an ID here, which it keeps when it is linked again. */
function accountIdOf({ accountId }: DriveOwner, known: DriveAccountRow | undefined): string {
  if (known?.account_id.startsWith(unidentified)) return known.account_id
  return accountId ?? known?.account_id ?? `${unidentified}${newId()}`
}

/** Throws `LinkRefused` if a permission is missing. */
export async function ownerOf(sources: LinkSources, drive: Drive, granted: TokenGrant): Promise<DriveOwner> {
  const { neededScope, refreshToken } = drive.facts
  if (neededScope !== undefined && !isGranted(granted.scope, [neededScope].flat()))
    throw new LinkRejected('scope')
  if (granted.refreshToken === null && refreshToken !== 'none') throw new LinkRejected('scope')
  return findOwner(sources, drive, granted)
}

/**
 * Returns whether a needed scope was granted. Scopes may be URIs, and are compared case-insensitively. A response without scopes
 * granted what was requested.
 */
function isGranted(scope: string | undefined, needed: readonly string[]): boolean {
  const given = scope?.toLowerCase().split(/[\s,]+/)
  return needed.some((one) => {
    const name = one.toLowerCase()
    return given?.some((found) => found === name || found.endsWith(`/${name}`)) ?? true
  })
}

async function findOwner({ drives }: LinkSources, drive: Drive, granted: TokenGrant): Promise<DriveOwner> {
  const { accessToken: token, extra } = granted
  try {
    return await drive.findOwner(drives.callsOf(drive, '', { of: async () => ({ token, extra }) }))
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const { setUpFault } = drive.facts
    if (setUpFault !== undefined && error.cause === setUpFault)
      throw new LinkRejected('setUp', undefined, error)
    throw new LinkRejected(error.fault === 'forbidden' ? 'scope' : 'away', undefined, error)
  }
}
