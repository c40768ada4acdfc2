import type { DriveProvider } from '@koedana/contract/drives.ts'
import type { Remote } from '../remote/reach.ts'
import type { Ref, Storage } from '../storage.ts'
import { createLimitMemory, openAccountLimits } from './account-limits.ts'
import type { Drive, DriveAccess, DriveCalls } from './drive.ts'
import { createDriveCalls } from './drive-calls.ts'
import { openDriveStorage } from './drive-storage.ts'
import { type DriveConnection, openGateway } from './gateway.ts'
import { aliyunDrive } from './providers/aliyun-drive.ts'
import { baiduNetdisk } from './providers/baidu-netdisk.ts'
import { box } from './providers/box.ts'
import { disk115 } from './providers/disk-115.ts'
import { dropbox } from './providers/dropbox.ts'
import { googleDrive } from './providers/google-drive.ts'
import { oneDrive } from './providers/onedrive.ts'
import { pCloud } from './providers/pcloud.ts'
import { yandexDisk } from './providers/yandex-disk.ts'

const drives: Readonly<Partial<Record<DriveProvider, Drive>>> = {
  dropbox,
  google_drive: googleDrive,
  onedrive: oneDrive,
  box,
  yandex_disk: yandexDisk,
  pcloud: pCloud,
  aliyun_drive: aliyunDrive,
  disk_115: disk115,
  baidu_netdisk: baiduNetdisk,
}

export const knownDrives: readonly Drive[] = Object.values(drives).map(withRootReference)

const byProvider: ReadonlyMap<DriveProvider, Drive> = new Map(
  knownDrives.map((drive) => [drive.facts.provider, drive]),
)

/** Returns undefined for an unknown provider. */
export const findDrive = (provider: DriveProvider): Drive | undefined => byProvider.get(provider)

/** Maps the reference `''` to the root folder of the account, which the link may set. */
function withRootReference(drive: Drive): Drive {
  const { list, feed, facts } = drive
  const refOf = async (calls: DriveCalls, ref: Ref): Promise<Ref> =>
    ref || (await calls.extra()).root || facts.rootRef
  return {
    ...drive,
    list: async (calls, folder, page) => list(calls, await refOf(calls, folder), page),
    ...(feed && {
      feed: { ...feed, begin: async (calls, root) => feed.begin(calls, await refOf(calls, root)) },
    }),
  }
}

export interface DriveSources extends DriveConnection {
  readonly access: DriveAccess
  readonly now: () => Date
  /** Memory in which all threads of a process count calls; by default each caller has its own counts. */
  readonly limitMemory?: SharedArrayBuffer | undefined
}

export interface DriveFolder {
  readonly provider: DriveProvider
  readonly account: string
  readonly folder: Ref
  readonly name: string
}

export interface Drives {
  readonly open: (folder: DriveFolder) => Storage | undefined
  /** Returns the URL at which a provider's URL is reached. */
  readonly urlOf: (url: string) => string
  /** Returns the function that downloads from a drive's links. */
  readonly streamOf: (drive: Drive) => Remote['stream']
  readonly callsOf: (drive: Drive, account: string, access?: DriveAccess) => DriveCalls
}

export function createDrives({
  access,
  now,
  limitMemory = createLimitMemory(),
  ...reach
}: DriveSources): Drives {
  const gateway = openGateway(reach)
  const clock = () => now().getTime()
  const limits = openAccountLimits(limitMemory)
  const limitsOf = (drive: Drive, account: string) => limits(`${drive.facts.provider} ${account}`)
  // The fake that replaces all providers is not rate-limited.
  const isRateLimited = reach.gateway === undefined
  const callsOf = (drive: Drive, account: string, given: DriveAccess = access) => {
    const pace = limitsOf(drive, account).pace(isRateLimited ? drive.facts.pace : {})
    return createDriveCalls(drive, { remote: gateway.of(drive), access: given, account, pace, now: clock })
  }
  return {
    callsOf,
    urlOf: gateway.urlOf,
    streamOf: (drive) => gateway.of(drive).stream,
    open: ({ provider, account, folder, name }) => {
      const drive = findDrive(provider)
      if (!drive) return undefined
      const calls = callsOf(drive, account)
      return openDriveStorage({
        drive,
        calls,
        remote: gateway.of(drive),
        urlOf: gateway.urlOf,
        // If a provider needs a proxy, listeners cannot reach it either, and its links may be bound to the proxy's address.
        links: gateway.isProxied(drive) ? 'proxy' : drive.facts.links,
        account,
        readers:
          drive.facts.readers === undefined
            ? undefined
            : limitsOf(drive, account).readers(drive.facts.readers),
        folder,
        name,
        now: clock,
      })
    },
  }
}
