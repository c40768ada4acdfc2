/** Links accounts from an rclone configuration. It is parsed for each request, and only what is imported is stored. */
import type { DriveProvider } from '@koedana/contract/drives.ts'
import { findDrive } from '../../storages/drives/open-drives.ts'
import { type DriveAccountRow, listAccounts } from '../drives.store.ts'
import { throwLinkRefused } from '../link.ts'
import { LinkRejected, type LinkSources, saveGranted } from '../linked-account.ts'
import { type RcloneConfig, readRcloneConfig } from './rclone-config.rules.ts'
import { type ImportableRemote, type Remote, remotesIn, type UsedApps } from './rclone-remotes.rules.ts'

export interface ReadRemotes {
  readonly is: 'remotes' | 'nothing' | 'encrypted'
  readonly remotes: readonly Remote[]
}

export async function readRemotes(sources: LinkSources, config: string): Promise<ReadRemotes> {
  const read: RcloneConfig = readRcloneConfig(config)
  if (read.type === 'encrypted') return { is: 'encrypted', remotes: [] }
  const remotes = remotesIn(read.sections, {
    used: await usedApps(sources),
    factsOf: (provider) => findDrive(provider)?.facts,
  })
  return { is: remotes.length > 0 ? 'remotes' : 'nothing', remotes }
}

/** Returns the client IDs in use. A provider has one client ID here; if accounts use it or the environment sets it, it is kept. */
async function usedApps({ write, apps }: LinkSources): Promise<UsedApps> {
  const [given, accounts] = await Promise.all([apps.list(), listAccounts(write)])
  const isUsed = (provider: DriveProvider) =>
    accounts.some((account) => account.provider === provider && account.state !== 'unlinked')
  const used = [...given].flatMap(([provider, { clientId, isFixed }]) =>
    clientId !== null && (isFixed || isUsed(provider)) ? [[provider, clientId] as const] : [],
  )
  return new Map(used)
}

/**
 * Imports a remote. A new token is requested first, to prove that client ID, secret and token are valid. If the provider's refresh
 * tokens are single-use, the one in the configuration is invalid afterwards. Throws `LinkRefused`.
 */
export async function importRemote(
  sources: LinkSources,
  { provider, app, tokens }: ImportableRemote,
): Promise<DriveAccountRow> {
  const drive = findDrive(provider)
  if (!drive) throw new LinkRejected('unknown')
  const isLasting = drive.facts.refreshToken === 'none'
  const granted = isLasting
    ? { ...tokens, scope: undefined }
    : await sources.oauth.refresh(drive, app, tokens).catch(throwLinkRefused)
  // If the environment sets the app, it is the same one.
  await sources.apps.save(provider, app)
  return saveGranted(sources, drive, { granted, accountKey: null })
}
