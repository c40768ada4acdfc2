/** Reads OAuth apps of drive providers from environment variables: `DROPBOX_CLIENT_ID`, `ONEDRIVE_TENANT` and others. */
import { type DriveProvider, driveProviders } from '@koedana/contract/drives.ts'
import * as v from 'valibot'
import { type AppCredentials, type AppPlacement, clouds } from '../storages/drives/drive.ts'

export interface DriveEnvironment {
  readonly apps: Readonly<Partial<Record<DriveProvider, AppCredentials>>>
  readonly placements: Readonly<Partial<Record<DriveProvider, AppPlacement>>>
  readonly problems: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the apps, and every problem as a sentence. */
export function readDriveEnvironment(given: Environment): DriveEnvironment {
  const placement = v.safeParse(Placement, { cloud: given.ONEDRIVE_CLOUD, tenant: given.ONEDRIVE_TENANT })
  const problems = placement.issues?.map(({ message }) => message) ?? []
  const placements = placement.success && isPlaced(placement.output) ? { onedrive: placement.output } : {}
  const apps: Partial<Record<DriveProvider, AppCredentials>> = {}
  for (const provider of driveProviders) {
    const [id, secret] = ['CLIENT_ID', 'CLIENT_SECRET'].map((name) => `${provider.toUpperCase()}_${name}`)
    const [clientId, clientSecret] = [given[id ?? ''], given[secret ?? '']]
    if (clientId !== undefined && clientSecret !== undefined)
      apps[provider] = {
        clientId,
        clientSecret,
        ...(provider === 'onedrive' && placements.onedrive && { placement: placements.onedrive }),
      }
    else if (clientId !== clientSecret) problems.push(`${id} and ${secret} belong together.`)
  }
  return { apps, placements, problems }
}

const Placement = v.object({
  cloud: v.optional(v.picklist(clouds, `ONEDRIVE_CLOUD must be one of ${clouds.join(', ')}.`), 'global'),
  tenant: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.-]{1,200}$/, 'ONEDRIVE_TENANT must be the ID or a domain of a tenant.')),
  ),
})

const isPlaced = ({ cloud, tenant }: AppPlacement) => cloud !== 'global' || tenant !== undefined
