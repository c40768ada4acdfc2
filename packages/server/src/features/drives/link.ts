/** Links an account by OAuth: sends the browser to the provider, and accepts its response once, in the session that started the link. */
import { createHash } from 'node:crypto'
import type { DriveProvider, LinkError, LinkResponse } from '@koedana/contract/drives.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { DriveLinkTable } from '../../db/tables/drives.ts'
import { newToken } from '../../lib/ids.ts'
import type { AppCredentials, Drive, OAuthFault } from '../storages/drives/drive.ts'
import { StorageError } from '../storages/storage.ts'
import { sealUnconfirmedLink, type UnconfirmedLink } from './confirm-link.ts'
import { type DriveAccountRow, dropOldLinks, insertLink, takeLink, takeOnlyLink } from './drives.store.ts'
import { linkPurpose } from './encryption-contexts.rules.ts'
import { LinkRejected, type LinkSources, linkMs, saveGranted } from './linked-account.ts'
import { addressesOf, OAuthError, type TokenGrant } from './oauth.ts'

export interface LinkRequest {
  readonly drive: Drive
  readonly app: AppCredentials
  readonly sessionKey: number
  readonly returnUrl: string
  /** The account to link again; null for a new one. */
  readonly accountKey: number | null
}

/** Returns the provider's authorization URL for the browser. */
export async function beginLink(
  { write, vault, drives, now }: LinkSources,
  { drive, app, sessionKey, returnUrl, accountKey }: LinkRequest,
): Promise<string> {
  const { facts } = drive
  const [state, verifier] = [newToken(), facts.hasPkce ? newToken() : undefined]
  const state_hash = hashOf(state)
  await writeInTurn(write, async (tx) => {
    await dropOldLinks(tx, now().toISOString())
    await insertLink(tx, {
      state_hash,
      provider: facts.provider,
      session_key: sessionKey,
      return_url: returnUrl,
      verifier: verifier === undefined ? null : vault.seal(verifier, linkPurpose(state_hash)),
      account_key: accountKey,
      device: null,
      ask_again_at: null,
      expires_at: new Date(now().getTime() + linkMs).toISOString(),
    })
  })
  const url = new URL(drives.urlOf(addressesOf(drive, app).authorizeUrl))
  const challenge = verifier === undefined ? {} : challengeOf(verifier)
  const parameters = { response_type: 'code', client_id: app.clientId, redirect_uri: returnUrl, state }
  for (const [name, value] of Object.entries({ ...parameters, ...facts.authorizeParams, ...challenge }))
    url.searchParams.set(name, value)
  return url.href
}

export const hashOf = (state: string) => createHash('sha256').update(state).digest('hex')

const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})

interface ReceivedLink {
  readonly response: LinkResponse
  readonly sessionKey: number
}

/**
 * Links an account. A response without a state may come from an attacker's login, so that account must be confirmed. The link is
 * deleted before any request to the provider. Throws `LinkRefused`.
 */
export async function completeLink(
  sources: LinkSources,
  drive: Drive,
  { response, sessionKey }: ReceivedLink,
): Promise<DriveAccountRow | UnconfirmedLink> {
  const link = await openLink(sources, drive, { response, sessionKey })
  if (!link) throw new LinkRejected('unknown')
  const { error, errorDescription, code, iss } = response
  if (error !== undefined)
    throw new LinkRejected(reasonOfError(error, errorDescription), errorDescription ?? error)
  const { issuer } = drive.facts
  if (code === undefined || (iss !== undefined && iss !== issuer)) throw new LinkRejected('unknown')
  const { vault, oauth } = sources
  const verifier =
    link.verifier === null ? undefined : vault.open(link.verifier, linkPurpose(link.state_hash))
  const app = await appOf(sources, drive.facts.provider)
  const given = { code, returnUrl: link.return_url, verifier }
  const granted = await exchangeAt(hostsIn(drive, response), (host) =>
    oauth.exchange(drive, app, { ...given, host }),
  ).catch(throwLinkRefused)
  const made = { granted, accountKey: link.account_key }
  if (response.state !== undefined) return saveGranted(sources, drive, made)
  return sealUnconfirmedLink(sources, drive, { ...made, sessionKey })
}

/** Error AADSTS50194: an app for a single tenant needs `ONEDRIVE_TENANT`. */
function reasonOfError(error: string, description = ''): LinkError {
  if (description.includes('AADSTS50194')) return 'app'
  return error === 'access_denied' ? 'denied' : 'code'
}

/** Links an account by an existing refresh token. Throws `LinkRefused`. */
export async function linkByToken(
  sources: LinkSources,
  drive: Drive,
  refreshToken: string,
): Promise<DriveAccountRow> {
  const app = await appOf(sources, drive.facts.provider)
  const granted = await sources.oauth.refresh(drive, app, { refreshToken, extra: {} }).catch(throwLinkRefused)
  return saveGranted(sources, drive, { granted, accountKey: null })
}

/** Returns the hosts that may accept the code: a response may name a region or not. */
function hostsIn({ facts: { regions } }: Drive, { hostname, locationid }: LinkResponse) {
  if (!regions) return [undefined]
  const all = Object.values(regions)
  const named = hostname ?? (locationid === undefined ? undefined : (regions[locationid] ?? ''))
  if (named === undefined) return all
  if (!all.includes(named)) throw new LinkRejected('unknown')
  return [named]
}

/** Tries the regions in turn; a region that does not know the code leaves it valid for the others. */
async function exchangeAt(
  [host, ...others]: readonly (string | undefined)[],
  exchange: (host: string | undefined) => Promise<TokenGrant>,
): Promise<TokenGrant> {
  try {
    return await exchange(host)
  } catch (error) {
    if (others.length === 0 || !(error instanceof OAuthError) || error.fault !== 'refused') throw error
    return exchangeAt(others, exchange)
  }
}

async function openLink(
  { write, now }: LinkSources,
  { facts: { mayDropState = false } }: Drive,
  { response: { provider, state, iss }, sessionKey }: ReceivedLink,
): Promise<DriveLinkTable | undefined> {
  const of = { provider, session_key: sessionKey }
  if (state === undefined) {
    if (!mayDropState || iss !== undefined) return undefined
    return writeInTurn(write, (tx) => takeOnlyLink(tx, of, now().toISOString()))
  }
  const link = await writeInTurn(write, (tx) => takeLink(tx, { ...of, state_hash: hashOf(state) }))
  return link && link.expires_at > now().toISOString() ? link : undefined
}

export async function appOf({ apps }: LinkSources, provider: DriveProvider): Promise<AppCredentials> {
  const app = await apps.find(provider)
  if (!app) throw new LinkRejected('app')
  return app
}

/** Rethrows the error, as `LinkRefused` if it comes from the provider. */
export function throwLinkRefused(error: unknown): never {
  // The provider returned something that is not a valid response.
  if (error instanceof StorageError) throw new LinkRejected('away', undefined, error)
  if (!(error instanceof OAuthError)) throw error
  throw new LinkRejected(reasonOf[error.fault] ?? 'away', error.detail, error)
}

const reasonOf: Readonly<Partial<Record<OAuthFault, LinkError>>> = {
  refused: 'code',
  app: 'app',
  denied: 'denied',
}
