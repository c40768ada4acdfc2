/** A server with the fakes of all providers, an administrator who links drives, and a complete log. */
import { PassThrough } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import type { DriveAccount, LinkError, LinkResponse } from '@koedana/contract/drives.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { type FakeDriveName, type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { createLog } from '../../../lib/log.ts'
import type { Engine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'
import type { AppPlacements } from '../apps.ts'

export interface DriveWorld {
  readonly w: World
  readonly admin: SignedInPerson
  readonly server: FakeDrives
  /** The lines of the log, at debug level. */
  readonly logged: readonly string[]
  /** Enters client ID and secret, and registers the return URL. */
  readonly giveApp: (provider: FakeDriveName) => Promise<FakeDrives['providers'][FakeDriveName]['issuer']>
  /** Returns the URL for the browser. */
  readonly begin: (provider: FakeDriveName, by?: SignedInPerson) => Promise<string>
  /** Returns the result of a provider's response. */
  readonly complete: (
    provider: FakeDriveName,
    response: Omit<LinkResponse, 'provider'>,
    by?: SignedInPerson,
  ) => Promise<LinkError | 'linked' | 'confirm'>
  readonly link: (provider: FakeDriveName) => Promise<DriveAccount>
  readonly close: () => Promise<void>
}

const publicUrl = 'https://shelf.example'

export async function openDriveWorld(
  engine: Engine,
  drivePlacements: AppPlacements = {},
): Promise<DriveWorld> {
  const logged: string[] = []
  const to = new PassThrough().on('data', (chunk: Buffer) => logged.push(chunk.toString()))
  const server = await startDrives()
  const now = () => new Date(server.now())
  const log = createLog('debug', to)
  const w = await startTestServer(engine, { log, driveGateway: server.url, drivePlacements, publicUrl, now })
  const admin = await w.signIn({ role: roleOf.admin })
  const giveApp: DriveWorld['giveApp'] = async (provider) => {
    const { issuer } = server.providers[provider]
    const { apps } = await admin.call(api.listDrives, {})
    issuer.returnUrls.add(apps.find((app) => app.provider === provider)?.returnUrl ?? '')
    await admin.call(api.saveDriveApp, { params: { provider }, body: issuer.app })
    return issuer
  }
  const begin: DriveWorld['begin'] = async (provider, by = admin) =>
    (await by.call(api.linkDrive, { body: { provider } })).url
  return {
    w,
    admin,
    server,
    logged,
    giveApp,
    begin,
    complete: async (provider, response, by = admin) => {
      const result = await by.call(api.completeDrive, { body: { provider, ...response } })
      return result.is === 'refused' ? result.reason : result.is
    },
    link: async (provider) => {
      await giveApp(provider)
      const body = { provider, ...responseOf(await consent(await begin(provider))) }
      const result = await admin.call(api.completeDrive, { body })
      if (result.is !== 'linked') throw new Error(JSON.stringify(result))
      return result.account
    },
    close: async () => {
      await w.close()
      await server.close()
    },
  }
}

/** Returns the URL to which the provider redirects the browser. */
export async function consent(authorizeUrl: string, decision: 'allow' | 'deny' = 'allow'): Promise<string> {
  const response = await fetch(`${authorizeUrl}&decision=${decision}`, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no way back: ${await response.text()}`)
  return location
}

/** Returns the parameters of that URL, as the return page posts them. */
export function responseOf(address: string): Omit<LinkResponse, 'provider'> {
  const { searchParams } = new URL(address)
  const names = { state: 'state', code: 'code', error: 'error', errorDescription: 'error_description' }
  const more = { iss: 'iss', hostname: 'hostname', locationid: 'locationid' }
  const found = Object.entries({ ...names, ...more }).flatMap(([name, key]) => {
    const value = searchParams.get(key)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}
