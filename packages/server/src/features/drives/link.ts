/** Linking an account: away to the provider, and back with a response that counts once, in the session that began it. */
import { createHash } from 'node:crypto'
import type { DriveProvider, LinkRefusal, LinkResponse } from '@koedana/contract/drives.ts'
import * as v from 'valibot'
import { writeTogether } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { DriveLinkTable } from '../../db/tables/drives.ts'
import { newId, newToken } from '../../lib/ids.ts'
import { isSealed, type Vault } from '../../lib/vault.ts'
import type { AppCredentials, Drive, DriveOwner, OAuthFault } from '../storages/drives/drive.ts'
import type { Drives } from '../storages/drives/open-drives.ts'
import { StorageError } from '../storages/storage.ts'
import type { DriveApps } from './apps.ts'
import {
  type DriveAccountRow,
  dropOldLinks,
  findAccount,
  insertLink,
  saveLinked,
  takeLink,
  takeOnlyLink,
} from './drives.store.ts'
import { addressesOf, Granted, type OAuthClient, OAuthError } from './oauth.ts'
import { confirmationPurpose, linkPurpose } from './purposes.rules.ts'
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

export interface WantedLink {
  readonly drive: Drive
  readonly app: AppCredentials
  readonly sessionKey: number
  readonly returnUrl: string
  /** The account to be linked again. */
  readonly accountKey: number | null
}

/** Returns the address of the provider that the browser goes to. */
export async function beginLink(
  { write, vault, drives, now }: LinkSources,
  { drive, app, sessionKey, returnUrl, accountKey }: WantedLink,
): Promise<string> {
  const { facts } = drive
  const [state, verifier] = [newToken(), facts.hasPkce ? newToken() : undefined]
  const state_hash = hashOf(state)
  await writeTogether(write, async (tx) => {
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

export class LinkRefused extends Error {
  readonly reason: LinkRefusal
  readonly detail: string | undefined

  constructor(reason: LinkRefusal, detail?: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'LinkRefused'
    this.reason = reason
    this.detail = detail
  }
}

interface ReceivedLink {
  readonly response: LinkResponse
  readonly sessionKey: number
}

/** An account that is not linked yet. */
export interface UnconfirmedLink {
  readonly account: string
  readonly link: string
}

/**
 * Links an account. A response without a state may belong to a stranger's log-in, so that account has to be confirmed.
 * Throws `LinkRefused`. The link is used up before anything is sent to the provider.
 */
export async function completeLink(
  sources: LinkSources,
  drive: Drive,
  { response, sessionKey }: ReceivedLink,
): Promise<DriveAccountRow | UnconfirmedLink> {
  const link = await openLink(sources, drive, { response, sessionKey })
  if (!link) throw new LinkRefused('unknown')
  const { error, errorDescription, code, iss } = response
  if (error !== undefined)
    throw new LinkRefused(reasonOfError(error, errorDescription), errorDescription ?? error)
  const { issuer } = drive.facts
  if (code === undefined || (iss !== undefined && iss !== issuer)) throw new LinkRefused('unknown')
  const { vault, oauth } = sources
  const verifier =
    link.verifier === null ? undefined : vault.open(link.verifier, linkPurpose(link.state_hash))
  const app = await appOf(sources, drive.facts.provider)
  const given = { code, returnUrl: link.return_url, verifier }
  const granted = await exchangeAt(hostsIn(drive, response), (host) =>
    oauth.exchange(drive, app, { ...given, host }),
  ).catch(refuse)
  const made = { granted, accountKey: link.account_key }
  if (response.state !== undefined) return saveGranted(sources, drive, made)
  const { name } = await ownerOf(sources, drive, granted)
  const { provider } = drive.facts
  const endsAt = sources.now().getTime() + linkMs
  const unconfirmed: v.InferOutput<typeof Unconfirmed> = { ...made, provider, sessionKey, endsAt }
  return { account: name, link: vault.seal(JSON.stringify(unconfirmed), confirmationPurpose) }
}

const Unconfirmed = v.object({
  provider: v.string(),
  sessionKey: v.number(),
  endsAt: v.number(),
  accountKey: v.nullable(v.number()),
  granted: Granted,
})

/** Links an account that was confirmed in the session that began the link. Throws `LinkRefused`. */
export async function confirmLink(
  sources: LinkSources,
  drive: Drive,
  { link, sessionKey }: { readonly link: string; readonly sessionKey: number },
): Promise<DriveAccountRow> {
  const { vault, now } = sources
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Unconfirmed), openedLink(vault, link))
  if (!read.success) throw new LinkRefused('unknown')
  const { provider, endsAt, accountKey, granted, ...begun } = read.output
  const isOurs = provider === drive.facts.provider && begun.sessionKey === sessionKey
  if (!isOurs || endsAt <= now().getTime()) throw new LinkRefused('unknown')
  return saveGranted(sources, drive, { granted, accountKey })
}

function openedLink(vault: Vault, link: string): string | undefined {
  try {
    return isSealed(link) ? vault.open(link, confirmationPurpose) : undefined
  } catch {
    return undefined
  }
}

/** An app for one tenant has to name it (`ONEDRIVE_TENANT`): AADSTS50194. */
function reasonOfError(error: string, description = ''): LinkRefusal {
  if (description.includes('AADSTS50194')) return 'app'
  return error === 'access_denied' ? 'denied' : 'code'
}

/** Links by a refresh token that somebody has already. Throws `LinkRefused`. */
export async function linkByToken(
  sources: LinkSources,
  drive: Drive,
  refreshToken: string,
): Promise<DriveAccountRow> {
  const app = await appOf(sources, drive.facts.provider)
  const granted = await sources.oauth.refresh(drive, app, { refreshToken, extra: {} }).catch(refuse)
  return saveGranted(sources, drive, { granted, accountKey: null })
}

/** Returns the hosts at which the code may be good: a response names a region, or leaves it open. */
function hostsIn({ facts: { regions } }: Drive, { hostname, locationid }: LinkResponse) {
  if (!regions) return [undefined]
  const all = Object.values(regions)
  const named = hostname ?? (locationid === undefined ? undefined : (regions[locationid] ?? ''))
  if (named === undefined) return all
  if (!all.includes(named)) throw new LinkRefused('unknown')
  return [named]
}

/** A region that does not know the code leaves it to the others. */
async function exchangeAt(
  [host, ...others]: readonly (string | undefined)[],
  exchange: (host: string | undefined) => Promise<Granted>,
): Promise<Granted> {
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
    return writeTogether(write, (tx) => takeOnlyLink(tx, of, now().toISOString()))
  }
  const link = await writeTogether(write, (tx) => takeLink(tx, { ...of, state_hash: hashOf(state) }))
  return link && link.expires_at > now().toISOString() ? link : undefined
}

export async function appOf({ apps }: LinkSources, provider: DriveProvider): Promise<AppCredentials> {
  const app = await apps.find(provider)
  if (!app) throw new LinkRefused('app')
  return app
}

export function refuse(error: unknown): never {
  // It said something that is no response.
  if (error instanceof StorageError) throw new LinkRefused('away', undefined, error)
  if (!(error instanceof OAuthError)) throw error
  throw new LinkRefused(reasonOf[error.fault] ?? 'away', error.detail, error)
}

const reasonOf: Readonly<Partial<Record<OAuthFault, LinkRefusal>>> = {
  refused: 'code',
  app: 'app',
  denied: 'denied',
}

export async function saveGranted(
  sources: LinkSources,
  drive: Drive,
  { granted, accountKey }: { readonly granted: Granted; readonly accountKey: number | null },
): Promise<DriveAccountRow> {
  const { provider } = drive.facts
  const owner = await ownerOf(sources, drive, granted)
  const at = sources.now().toISOString()
  return writeTogether(sources.write, async (tx) => {
    const known = accountKey === null ? undefined : await findAccount(tx, String(accountKey))
    const account_id = accountIdOf(owner, known)
    const extra = { ...granted.extra, ...owner.extra }
    const tokens = sealTokens(sources.vault, { provider, account_id }, { ...granted, extra })
    const row = await saveLinked(tx, { provider, account_id, name: owner.name, tokens, at })
    // It is undone as a whole: storages of one account are not handed to another.
    if (accountKey !== null && row.key !== accountKey) throw new LinkRefused('other')
    return row
  })
}

/** Throws `LinkRefused` if a right is missing. */
async function ownerOf(sources: LinkSources, drive: Drive, granted: Granted): Promise<DriveOwner> {
  const { neededScope, refreshToken } = drive.facts
  if (neededScope !== undefined && !isGranted(granted.scope, [neededScope].flat()))
    throw new LinkRefused('scope')
  if (granted.refreshToken === null && refreshToken !== 'none') throw new LinkRefused('scope')
  return findOwner(sources, drive, granted)
}

/** Scopes may be URIs, and are compared without case. A reply without scopes granted what was requested. */
function isGranted(scope: string | undefined, needed: readonly string[]): boolean {
  const given = scope?.toLowerCase().split(/[\s,]+/)
  return needed.some((one) => {
    const name = one.toLowerCase()
    return given?.some((found) => found === name || found.endsWith(`/${name}`)) ?? true
  })
}

const unidentified = 'unidentified '

/** An account whose provider does not identify it gets an ID here, and keeps it when it is linked again. */
function accountIdOf({ accountId }: DriveOwner, known: DriveAccountRow | undefined): string {
  if (known?.account_id.startsWith(unidentified)) return known.account_id
  return accountId ?? known?.account_id ?? `${unidentified}${newId()}`
}

async function findOwner({ drives }: LinkSources, drive: Drive, granted: Granted): Promise<DriveOwner> {
  const { accessToken: token, extra } = granted
  try {
    return await drive.findOwner(drives.callsOf(drive, '', { of: async () => ({ token, extra }) }))
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const { setUpFault } = drive.facts
    if (setUpFault !== undefined && error.cause === setUpFault)
      throw new LinkRefused('setUp', undefined, error)
    throw new LinkRefused(error.fault === 'forbidden' ? 'scope' : 'away', undefined, error)
  }
}
