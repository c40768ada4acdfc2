/** For tests without cloud drives: no account is linked. */
import { createOutbound } from '../../../lib/outbound.ts'
import type { DriveAccess } from '../drives/drive.ts'
import { createDrives } from '../drives/open-drives.ts'
import { StorageError } from '../storage.ts'

export const noDriveAccess: DriveAccess = {
  of: async () => {
    throw new StorageError('revoked')
  },
}

export const noDrives = createDrives({
  access: noDriveAccess,
  now: () => new Date(),
  outbound: createOutbound({ userAgent: 'x' }),
})
