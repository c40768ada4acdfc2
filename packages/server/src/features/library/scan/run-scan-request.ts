import type { Database } from '../../../db/open.ts'
import { createOutbound } from '../../../lib/outbound.ts'
import type { DriveAccess } from '../../storages/drives/drive.ts'
import { createDrives } from '../../storages/drives/open-drives.ts'
import { openDecrypted } from '../../storages/open-storages.ts'
import { about } from '../../system/about.ts'
import type { ScanMessage, ScanRequest } from './background-scans.ts'
import type { ScanInput } from './scan.ts'
import { scanStorage } from './scan-storage.ts'

export interface ScanRunSources extends Pick<ScanInput, 'soundReader' | 'unpackedFolder'> {
  readonly database: Database
  readonly driveAccess: DriveAccess
  readonly post: (word: ScanMessage) => void
}

/** Posts progress messages, then the summary. */
export async function runScanRequest(
  order: ScanRequest,
  { database, driveAccess: access, post, soundReader, unpackedFolder }: ScanRunSources,
): Promise<void> {
  const {
    coversFolder,
    location,
    root,
    isKnown,
    unknownAge,
    acceptsLoss,
    remote,
    now,
    gateway,
    driveLimits: limitMemory,
    proxies,
  } = order
  const outbound = createOutbound({ userAgent: `${about.name}/${about.version} (+self-hosted catalogue)` })
  const proxyUrl = () => proxies?.drives ?? null
  const drives = createDrives({ outbound, gateway, access, limitMemory, proxyUrl, now: () => new Date() })
  try {
    const summary = await scanStorage({
      database,
      root,
      remote: remote && openDecrypted(remote, { outbound, drives, proxies }),
      isKnown: isKnown === true,
      unknownAge,
      acceptsLoss: acceptsLoss === true,
      coversFolder,
      dataFolder: location.folder,
      unpackedFolder,
      now: () => now ?? new Date(),
      report: (line) => post({ line }),
      onWork: (work) => post({ work }),
      onWait: (wait) => post({ wait }),
      ...(soundReader ? { soundReader } : {}),
    })
    post({ summary })
  } finally {
    await outbound.close()
  }
}
