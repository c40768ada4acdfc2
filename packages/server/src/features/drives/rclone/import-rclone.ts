/** Linking accounts by an rclone configuration. It is read anew each time: nothing of it is kept but what is taken. */
import type { DriveProvider } from '@koedana/contract/drives.ts'
import { driveOf } from '../../storages/drives/open-drives.ts'
import { type DriveAccountRow, listAccounts } from '../drives.store.ts'
import { refuse } from '../link.ts'
import { LinkRefused, type LinkSources, saveGranted } from '../linked-account.ts'
import { type RcloneConfig, readRcloneConfig } from './rclone-config.rules.ts'
import { type Remote, remotesIn, type TakenRemote, type UsedApps } from './rclone-remotes.rules.ts'

export interface ReadRemotes {
  readonly is: 'remotes' | 'nothing' | 'encrypted'
  readonly remotes: readonly Remote[]
}

export async function readRemotes(sources: LinkSources, config: string): Promise<ReadRemotes> {
  const read: RcloneConfig = readRcloneConfig(config)
  if (read.is === 'encrypted') return { is: 'encrypted', remotes: [] }
  const remotes = remotesIn(read.sections, {
    used: await usedApps(sources),
    factsOf: (provider) => driveOf(provider)?.facts,
  })
  return { is: remotes.length > 0 ? 'remotes' : 'nothing', remotes }
}

/** A provider has one client id here: one that accounts are linked by, or that the environment says, stays. */
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
 * Throws `LinkRefused`. A new token is got first, which shows that client id, secret and token are good. Where refresh tokens
 * are used once, the one in the configuration is dead after that.
 */
export async function importRemote(
  sources: LinkSources,
  { provider, app, tokens }: TakenRemote,
): Promise<DriveAccountRow> {
  const drive = driveOf(provider)
  if (!drive) throw new LinkRefused('unknown')
  const isLasting = drive.facts.refreshToken === 'none'
  const granted = isLasting
    ? { ...tokens, scope: undefined }
    : await sources.oauth.refresh(drive, app, tokens).catch(refuse)
  // One of the environment is this very one already.
  await sources.apps.save(provider, app)
  return saveGranted(sources, drive, { granted, accountKey: null })
}
