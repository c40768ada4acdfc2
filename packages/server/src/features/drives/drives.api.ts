/** /admin/drives: administration of cloud drives. No response contains a token or a secret. */
import type { confirmDrive } from '@koedana/contract/drive-confirmation.ts'
import type {
  askDriveDevice,
  beginDriveDevice,
  completeDrive,
  DriveAccount,
  DriveProvider,
  examineDrive,
  LinkResult,
  linkDrive,
  listDriveFolders,
  listDrives,
  pasteDriveToken,
  saveDriveApp,
  unlinkDrive,
} from '@koedana/contract/drives.ts'
import type { Handler, Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { printableName } from '../../lib/printable.rules.ts'
import { audioFormatOf } from '../library/media/formats.rules.ts'
import type { Drive } from '../storages/drives/drive.ts'
import { type Drives, findDrive, knownDrives } from '../storages/drives/open-drives.ts'
import { StorageError } from '../storages/storage.ts'
import { confirmLink } from './confirm-link.ts'
import { beginDevice, pollDeviceLink } from './device-link.ts'
import { type DriveAccountRow, findAccount, listAccounts, saveState } from './drives.store.ts'
import { examineAccount } from './examine-account.ts'
import { beginLink, completeLink, linkByToken } from './link.ts'
import { LinkRejected, type LinkSources } from './linked-account.ts'
import { returnUrlOf } from './return-url.rules.ts'
import { openTokens } from './tokens.ts'

export interface DriveApiSources extends Omit<LinkSources, 'drives'> {
  readonly drives: Drives
  readonly publicUrl: string | undefined
}

export function openDriveAdmin(sources: DriveApiSources) {
  return {
    list: listDrivesHandler(sources),
    saveApp: saveDriveAppHandler(sources),
    link: linkDriveHandler(sources),
    complete: completeDriveHandler(sources),
    confirm: confirmDriveHandler(sources),
    paste: pasteDriveTokenHandler(sources),
    beginDevice: beginDriveDeviceHandler(sources),
    pollDeviceLink: pollDeviceHandler(sources),
    unlink: unlinkDriveHandler(sources),
    folders: listDriveFoldersHandler(sources),
    examine: examineDriveHandler(sources),
  }
}

function listDrivesHandler({ write, apps, publicUrl }: DriveApiSources): Handler<typeof listDrives> {
  return async ({ query: { origin } }) => {
    const [given, accounts] = await Promise.all([apps.list(), listAccounts(write)])
    return {
      apps: knownDrives.map(({ facts: { provider, refreshToken }, device }) => ({
        provider,
        hasDevice: device !== undefined,
        hasRefreshTokens: refreshToken !== 'none',
        ...(given.get(provider) ?? { clientId: null, hasSecret: false, isFixed: false }),
        ...returnUrlOf(provider, { publicUrl, origin }),
      })),
      accounts: accounts.map(accountOf),
    }
  }
}

const accountOf = (row: DriveAccountRow): DriveAccount => ({
  id: String(row.key),
  provider: row.provider,
  name: row.name,
  state: row.state,
  stateSince: row.state_since,
  linkedAt: row.linked_at,
})

function saveDriveAppHandler({ apps }: DriveApiSources): Handler<typeof saveDriveApp> {
  return async ({ params: { provider }, body }) => {
    known(provider)
    const saved = await apps.save(provider, body)
    if (saved === 'fixed') throw new AppError('refused', { fields: { 'body.clientId': 'setByServer' } })
    if (saved === 'secret') throw new AppError('refused', { fields: { 'body.clientSecret': 'required' } })
  }
}

function known(provider: DriveProvider): Drive {
  const drive = findDrive(provider)
  if (!drive) throw new AppError('refused', { fields: { 'body.provider': 'valueUnknown' } })
  return drive
}

/** Returns the session of the caller; the guard already rejects everyone else. */
function sessionOf(person: Person | undefined): number {
  if (!person) throw new AppError('unauthenticated')
  return person.sessionKey
}

function linkDriveHandler(sources: DriveApiSources): Handler<typeof linkDrive> {
  return async ({ body: { provider, origin, account } }, { person }) => {
    const wanted = await wantedOf(sources, provider, account)
    const { returnUrl, isPasted } = returnUrlOf(provider, { publicUrl: sources.publicUrl, origin })
    const url = await beginLink(sources, { ...wanted, sessionKey: sessionOf(person), returnUrl })
    return { url, returnUrl, isPasted }
  }
}

/** Returns what is needed to link; `account` is the account to link again. */
async function wantedOf({ write, apps }: DriveApiSources, provider: DriveProvider, account?: string) {
  const drive = known(provider)
  const app = await apps.find(provider)
  if (!app) throw new AppError('refused', { fields: { 'body.provider': 'clientIdMissing' } })
  const again = account === undefined ? undefined : await findAccount(write, account)
  if (account !== undefined && again?.provider !== provider) throw new AppError('notFound')
  return { drive, app, accountKey: again?.key ?? null }
}

function beginDriveDeviceHandler(sources: DriveApiSources): Handler<typeof beginDriveDevice> {
  return async ({ body: { provider, account } }, { person }) => {
    const wanted = await wantedOf(sources, provider, account)
    const { device } = wanted.drive
    if (!device) throw new AppError('refused', { fields: { 'body.provider': 'valueUnknown' } })
    return beginDevice(sources, { ...wanted, device, sessionKey: sessionOf(person) })
      .then((begun) => ({ is: 'begun' as const, ...begun }))
      .catch(refusedOf)
  }
}

function pollDeviceHandler(sources: DriveApiSources): Handler<typeof askDriveDevice> {
  return async ({ body: { provider, link } }, { person }) => {
    const drive = known(provider)
    const polled = pollDeviceLink(sources, drive, { state: link, sessionKey: sessionOf(person) })
    return polled
      .then((found) =>
        typeof found === 'string'
          ? { is: 'waiting' as const, isSeen: found === 'seen' }
          : { is: 'linked' as const, account: accountOf(found) },
      )
      .catch(refusedOf)
  }
}

function completeDriveHandler(sources: DriveApiSources): Handler<typeof completeDrive> {
  return async ({ body: response }, { person }) => {
    const drive = known(response.provider)
    return completeLink(sources, drive, { response, sessionKey: sessionOf(person) })
      .then((made) =>
        'link' in made
          ? { is: 'confirm' as const, account: printableName(made.account), link: made.link }
          : { is: 'linked' as const, account: accountOf(made) },
      )
      .catch(refusedOf)
  }
}

function confirmDriveHandler(sources: DriveApiSources): Handler<typeof confirmDrive> {
  return async ({ body: { provider, link } }, { person }) =>
    resultOf(confirmLink(sources, known(provider), { link, sessionKey: sessionOf(person) }))
}

function pasteDriveTokenHandler(sources: DriveApiSources): Handler<typeof pasteDriveToken> {
  return async ({ body: { provider, refreshToken } }) =>
    resultOf(linkByToken(sources, known(provider), refreshToken.trim()))
}

const maxDetailLength = 300

export const resultOf = (linking: Promise<DriveAccountRow>): Promise<LinkResult> =>
  linking.then((row) => ({ is: 'linked' as const, account: accountOf(row) })).catch(refusedOf)

function refusedOf(error: unknown): LinkResult & { is: 'refused' } {
  if (!(error instanceof LinkRejected)) throw error
  const detail = error.detail === undefined ? null : printableName(error.detail).slice(0, maxDetailLength)
  return { is: 'refused', reason: error.reason, detail }
}

function unlinkDriveHandler(sources: DriveApiSources): Handler<typeof unlinkDrive> {
  const { write, vault, apps, oauth, now } = sources
  return async ({ params: { id } }) => {
    const row = await findAccount(write, id)
    const drive = row && findDrive(row.provider)
    if (!row || !drive) throw new AppError('notFound')
    if (row.state === 'unlinked') return
    await saveState(write, row, { state: 'unlinked', at: now().toISOString() })
    if (row.tokens !== null) {
      await oauth.revoke(drive, await apps.find(row.provider), openTokens(vault, row))
    }
  }
}

function examineDriveHandler(sources: DriveApiSources): Handler<typeof examineDrive> {
  return async ({ body: { account, hasNames } }) => {
    const row = await findAccount(sources.write, account)
    const found = row && (await examineAccount(sources, { row, hasNames }))
    if (!found) throw new AppError('notFound')
    return found
  }
}

const maxFolders = 5_000

function listDriveFoldersHandler({ write, drives }: DriveApiSources): Handler<typeof listDriveFolders> {
  return async ({ params: { id }, query: { folder } }) => {
    const row = await findAccount(write, id)
    const drive = row && findDrive(row.provider)
    if (!row || !drive) throw new AppError('notFound')
    const calls = drives.callsOf(drive, id)
    const folders: { name: string; folder: string }[] = []
    let [audioFiles, page] = [0, undefined as string | undefined]
    try {
      do {
        const { nodes, next } = await drive.list(calls, folder ?? '', page)
        for (const { kind, name, ref } of nodes) {
          if (kind === 'folder') folders.push({ name, folder: ref })
          else if (kind === 'file' && audioFormatOf(name) !== undefined) audioFiles += 1
        }
        page = next
      } while (page !== undefined && folders.length < maxFolders)
    } catch (error) {
      throw error instanceof StorageError ? refusalOf(error) : error
    }
    const order = new Intl.Collator('en', { numeric: true }).compare
    return { folders: folders.sort((a, b) => order(a.name, b.name)), audioFiles, isMore: page !== undefined }
  }
}

function refusalOf(error: StorageError): AppError {
  if (error.fault === 'revoked') return new AppError('driveRevoked', { cause: error })
  if (error.fault === 'notFound' || error.fault === 'forbidden')
    return new AppError('notFound', { cause: error })
  const { retryAfterMs = 1_000 } = error
  return new AppError('storageAway', { cause: error, retryAfterSeconds: Math.ceil(retryAfterMs / 1000) })
}
