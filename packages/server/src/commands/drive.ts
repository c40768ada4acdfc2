/** `koedana drive doctor | import-rclone …`: linked drives, for who sits at the machine, also beside a running server. */
import type { Config } from '../config.ts'
import type { ExaminationSources } from '../features/drives/examine-account.ts'
import type { LinkSources } from '../features/drives/link.ts'
import { about } from '../features/system/about.ts'
import { openVault } from '../features/vault/open-vault.ts'
import { UsageError } from '../lib/app-error.ts'
import { createLog } from '../lib/log.ts'
import { createOutbound } from '../lib/outbound.ts'
import { openLinkedDrives } from '../open-drives.ts'
import { doctorUsage, driveDoctor } from './drive-doctor.ts'
import { importRclone, importUsage } from './drive-import-rclone.ts'
import { withDatabase } from './with-database.ts'

export async function drive(config: Config, [action, ...args]: readonly string[]): Promise<number> {
  if (action === 'doctor') return withSources(config, driveDoctor(args))
  if (action === 'import-rclone') return withSources(config, await importRclone(args))
  throw new UsageError(`What about which drive? ${doctorUsage}, or ${importUsage}`)
}

type Act = (sources: LinkSources & ExaminationSources) => Promise<number>

async function withSources(config: Config, act: Act): Promise<number> {
  return withDatabase(config, async ({ write }) => {
    const vault = await openVault({ ...config, write })
    const outbound = createOutbound({ userAgent: `${about.name}/${about.version} (+self-hosted catalogue)` })
    const given = { ...config, write, vault, outbound, now: () => new Date(), log: createLog('silent') }
    return act({ ...given, ...openLinkedDrives(given) }).finally(outbound.close)
  })
}
