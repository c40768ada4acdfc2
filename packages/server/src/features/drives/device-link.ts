/** Links that are confirmed on another device: a code is displayed here, and the provider is polled for the result. */
import * as v from 'valibot'
import { writeInTurn } from '../../db/changes.ts'
import type { DriveLinkTable } from '../../db/tables/drives.ts'
import { newToken } from '../../lib/ids.ts'
import type { AppCredentials, Drive, DriveDevice } from '../storages/drives/drive.ts'
import { StorageError } from '../storages/storage.ts'
import {
  type DriveAccountRow,
  dropOldLinks,
  endDeviceLink,
  findDeviceLink,
  insertLink,
  leaseDeviceLink,
  releaseDeviceLink,
} from './drives.store.ts'
import { linkPurpose } from './encryption-contexts.rules.ts'
import { appOf, hashOf, throwLinkRefused } from './link.ts'
import { LinkRejected, type LinkSources, linkMs, saveGranted } from './linked-account.ts'
import { OAuthError, type TokenGrant } from './oauth.ts'

/** The encrypted part of a device link. */
const Held = v.object({ with: v.record(v.string(), v.string()), everyMs: v.number() })

interface WantedDevice {
  readonly drive: Drive
  readonly device: DriveDevice
  readonly app: AppCredentials
  readonly sessionKey: number
  /** The account to link again; null for a new one. */
  readonly accountKey: number | null
}

interface ShownDevice {
  readonly link: string
  readonly qr: string
  readonly page: string | null
  readonly code: string | null
  readonly everySeconds: number
}

/** Throws `LinkRefused`. */
export async function beginDevice(
  { write, vault, oauth, now }: LinkSources,
  { drive, device, app, sessionKey, accountKey }: WantedDevice,
): Promise<ShownDevice> {
  const begun = await oauth.beginDevice(drive, device, app).catch(throwLinkRefused)
  const { qr, page = null, code = null, everyMs } = begun
  const state = newToken()
  const state_hash = hashOf(state)
  const held: v.InferOutput<typeof Held> = { with: begun.held, everyMs }
  const at = now()
  await writeInTurn(write, async (tx) => {
    await dropOldLinks(tx, at.toISOString())
    await insertLink(tx, {
      state_hash,
      provider: drive.facts.provider,
      session_key: sessionKey,
      return_url: '',
      verifier: null,
      account_key: accountKey,
      device: vault.seal(JSON.stringify(held), linkPurpose(state_hash)),
      ask_again_at: at.toISOString(),
      expires_at: new Date(at.getTime() + linkMs).toISOString(),
    })
  })
  return { link: state, qr, page, code, everySeconds: Math.ceil(everyMs / 1000) }
}

/** How long no other request polls. A provider may take half a minute to respond while there is no result. */
const pollLeaseMs = 90_000

/** Polls a link. Returns `waiting`, without a request to the provider, if it is too early. Throws `LinkRefused`. */
export async function pollDeviceLink(
  sources: LinkSources,
  drive: Drive,
  { state, sessionKey }: { readonly state: string; readonly sessionKey: number },
): Promise<'waiting' | 'seen' | DriveAccountRow> {
  const { write, now } = sources
  const of = { state_hash: hashOf(state), provider: drive.facts.provider, session_key: sessionKey }
  const link = await findDeviceLink(write, of, now().toISOString())
  if (!link) throw new LinkRejected('unknown')
  const lease = { now: now().toISOString(), until: new Date(now().getTime() + pollLeaseMs).toISOString() }
  if (!(await leaseDeviceLink(write, link, lease))) return 'waiting'
  const { found, everyMs } = await pollProvider(sources, drive, link)
  if (found === 'waiting' || found === 'seen') {
    await releaseDeviceLink(write, link, new Date(now().getTime() + everyMs).toISOString())
    return found
  }
  const isFirst = await endDeviceLink(write, link)
  if (found instanceof LinkRejected) throw found
  if (!isFirst) throw new LinkRejected('unknown')
  return saveGranted(sources, drive, { granted: found, accountKey: link.account_key })
}

interface Found {
  readonly found: 'waiting' | 'seen' | LinkRejected | TokenGrant
  readonly everyMs: number
}

async function pollProvider(sources: LinkSources, drive: Drive, link: DriveLinkTable): Promise<Found> {
  const { device } = drive
  const text = sources.vault.open(link.device ?? '', linkPurpose(link.state_hash))
  const { with: held, everyMs } = v.parse(v.pipe(v.string(), v.parseJson(), Held), text)
  if (!device) return { found: new LinkRejected('unknown'), everyMs }
  const app = await appOf(sources, drive.facts.provider)
  try {
    const found = await sources.oauth.pollDevice(drive, device, { app, held })
    return { found: found === 'over' || found === 'denied' ? new LinkRejected(found) : found, everyMs }
  } catch (error) {
    if (isPassing(error)) return { found: 'waiting', everyMs }
    // The displayed code is no longer valid.
    const isOver = error instanceof OAuthError && error.fault === 'refused'
    return { found: isOver ? new LinkRejected('over', error.detail) : refusalOf(error), everyMs }
  }
}

/** A failure without a response does not affect the link, which stays valid. */
const isPassing = (error: unknown) =>
  error instanceof StorageError ||
  (error instanceof OAuthError && /^(?:pending|unsent|unclear|away|often)$/.test(error.fault))

function refusalOf(error: unknown): LinkRejected {
  try {
    return throwLinkRefused(error)
  } catch (refused) {
    if (refused instanceof LinkRejected) return refused
    throw refused
  }
}
