/** A drive of a fake as a storage under test, with an access that gets new tokens as the store of accounts does. */
import { type FakeDriveName, type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { createOutbound } from '../../../../lib/outbound.ts'
import { type Storage, StorageError } from '../../storage.ts'
import type { StorageGiven } from '../../testing/storage-given.ts'
import type { DriveAccess } from '../drive.ts'
import { createDrives, driveOf } from '../open-drives.ts'

export interface OpenedFake {
  readonly server: FakeDrives
  readonly storage: Storage
  readonly given: StorageGiven
}

export async function openFakeDrive(provider: FakeDriveName): Promise<OpenedFake> {
  const server = await startDrives()
  const outbound = createOutbound({ userAgent: 'x' })
  const { desk, tree } = server.providers[provider]
  const drive = driveOf(provider)
  if (!drive) throw new Error(`no ${provider}`)
  let isRevoked = false
  const clock = () => new Date(server.now())
  const access = accessTo(server, provider, () => isRevoked)
  const { facts } = drive
  const folder = { provider, account: '1', folder: facts.rootRef, name: 'shelf' }
  const storage = createDrives({ outbound, gateway: server.url, access, now: clock }).open(folder)
  if (!storage) throw new Error(`no ${provider}`)
  const given: StorageGiven = {
    storage,
    put: tree.put,
    remove: tree.remove,
    faults: ['unavailable', 'revoked', 'rateLimited', 'damaged'],
    failWith: (fault) => {
      isRevoked = fault === 'revoked'
      if (isRevoked) desk.expireAccess()
      server.setTrouble(fault === undefined || fault === 'revoked' ? undefined : troubles[fault])
    },
    follow: async ({ url, headers }) => {
      const route = { allowedHosts: ['127.0.0.1'], proxyUrl: null, timeoutMs: 5_000, maxBytes: 10_000_000 }
      const { status, body } = await outbound.get(url, { ...route, headers })
      if (status !== 200) throw new Error(`HTTP ${status}`)
      return body
    },
    passTime: server.passTime,
    close: async () => {
      await outbound.close()
      await server.close()
    },
  }
  return { server, storage, given }
}

const troubles = {
  unavailable: { is: 'status', status: 500 },
  rateLimited: { is: 'status', status: 429, headers: { 'retry-after': '7' } },
  damaged: { is: 'html' },
} as const

function accessTo(server: FakeDrives, provider: FakeDriveName, isRevoked: () => boolean): DriveAccess {
  const { desk, extra = {} } = server.providers[provider]
  let token = desk.issue().accessToken
  return {
    of: async (_account, refused) => {
      if (token === refused) {
        if (isRevoked()) throw new StorageError('revoked')
        token = desk.issue().accessToken
      }
      return { token, extra }
    },
  }
}
