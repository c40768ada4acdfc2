/** A fake drive as a storage under test, with access tokens that are renewed like those of real accounts. */
import { type FakeDriveName, type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { createOutbound } from '../../../../lib/outbound.ts'
import { type Storage, StorageError } from '../../storage.ts'
import type { StorageUnderTest } from '../../testing/storage-under-test.ts'
import type { DriveAccess, DrivePage } from '../drive.ts'
import { createDrives, findDrive } from '../open-drives.ts'

export interface OpenedFake {
  readonly server: FakeDrives
  readonly storage: Storage
  readonly given: StorageUnderTest
  /** Lists a folder by the provider's references. */
  readonly list: (folder: string) => Promise<DrivePage>
}

/** `folder`: the root of the storage, by default the root of the account; `root`: the account's root according to the link. */
interface FakeDriveOptions {
  readonly folder?: string
  readonly root?: string
  readonly extra?: Readonly<Record<string, string>>
  readonly proxyUrl?: string
}

export async function openFakeDrive(
  provider: FakeDriveName,
  begin: FakeDriveOptions = {},
): Promise<OpenedFake> {
  const server = await startDrives()
  const outbound = createOutbound({ userAgent: 'x' })
  const { issuer, tree } = server.providers[provider]
  const drive = findDrive(provider)
  if (!drive) throw new Error(`no ${provider}`)
  let isRevoked = false
  const clock = () => new Date(server.now())
  const access = accessTo(server, provider, {
    isRevoked: () => isRevoked,
    root: begin.root,
    extra: begin.extra,
  })
  const folder = { provider, account: '1', folder: begin.folder ?? drive.facts.rootRef, name: 'shelf' }
  const drives = createDrives({
    outbound,
    gateway: server.url,
    access,
    now: clock,
    proxyUrl: () => begin.proxyUrl ?? null,
  })
  const storage = drives.open(folder)
  if (!storage) throw new Error(`no ${provider}`)
  const { keepsNodesMs = 0 } = drive.facts
  const given: StorageUnderTest = {
    storage,
    put: (path, bytes) => {
      tree.put(path, bytes)
      server.passTime(keepsNodesMs)
    },
    remove: (path) => {
      tree.remove(path)
      server.passTime(keepsNodesMs)
    },
    faults: ['unavailable', 'revoked', 'rateLimited', 'damaged'],
    failWith: (fault) => {
      isRevoked = fault === 'revoked'
      if (isRevoked) issuer.expireAccess()
      server.setTrouble(fault === undefined || fault === 'revoked' ? undefined : troubles[fault])
    },
    follow: async ({ url, headers }) => {
      const route = {
        destination: 'drives' as const,
        allowedHosts: ['127.0.0.1'],
        proxyUrl: null,
        timeoutMs: 5_000,
        maxBytes: 10_000_000,
      }
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
  return { server, storage, given, list: (ref) => drive.list(drives.callsOf(drive, '1'), ref, undefined) }
}

const troubles = {
  unavailable: { type: 'status', status: 500 },
  rateLimited: { type: 'status', status: 429, headers: { 'retry-after': '7' } },
  damaged: { type: 'html' },
} as const

interface GivenAccess {
  readonly isRevoked: () => boolean
  readonly root: string | undefined
  readonly extra: Readonly<Record<string, string>> | undefined
}

function accessTo(
  server: FakeDrives,
  provider: FakeDriveName,
  { isRevoked, root, extra: named }: GivenAccess,
): DriveAccess {
  const { issuer, extra: own } = server.providers[provider]
  const extra = { ...own, ...named, ...(root !== undefined && { root }) }
  let token = issuer.issue().accessToken
  return {
    of: async (_account, refused) => {
      if (token === refused) {
        if (isRevoked()) throw new StorageError('revoked')
        token = issuer.issue().accessToken
      }
      return { token, extra }
    },
  }
}
