/**
 * Starts all providers at one loopback address: `https://api.example/x` becomes `/api.example/x`. Each has one owner, and all share a
 * clock that tests can move.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { startTroubledServer, type TroubledServer } from '../http/troubled-server.ts'
import { createAliyunDrive, type FakeAliyunDrive } from './aliyun-drive.ts'
import { createBaiduNetdisk, type FakeBaiduNetdisk } from './baidu-netdisk.ts'
import { createBox, type FakeBox } from './box.ts'
import { createDisk115, type FakeDisk115 } from './disk-115.ts'
import { createDropbox, type FakeDropbox } from './dropbox.ts'
import type { FakeProvider, ProviderReply } from './fake-provider.ts'
import { createGoogleDrive, type FakeGoogleDrive } from './google-drive.ts'
import { createOneDrive, type FakeOneDrive } from './onedrive.ts'
import { createPCloud, type FakePCloud } from './pcloud.ts'
import { createYandexDisk, type FakeYandexDisk } from './yandex-disk.ts'

export const fakeDriveNames = [
  'dropbox',
  'google_drive',
  'onedrive',
  'box',
  'yandex_disk',
  'pcloud',
  'aliyun_drive',
  'disk_115',
  'baidu_netdisk',
] as const
export type FakeDriveName = (typeof fakeDriveNames)[number]

export interface FakeDrives extends TroubledServer {
  readonly providers: Readonly<Record<FakeDriveName, FakeProvider>> & {
    readonly dropbox: FakeDropbox
    readonly google_drive: FakeGoogleDrive
    readonly onedrive: FakeOneDrive
    readonly box: FakeBox
    readonly yandex_disk: FakeYandexDisk
    readonly pcloud: FakePCloud
    readonly aliyun_drive: FakeAliyunDrive
    readonly disk_115: FakeDisk115
    readonly baidu_netdisk: FakeBaiduNetdisk
  }
  readonly passTime: (ms: number) => void
  /** Returns milliseconds since 1970. */
  readonly now: () => number
  /** Delays every response. */
  readonly slowBy: (ms: number) => void
  /** Expires all links to files. */
  readonly endLinks: () => void
}

export async function startDrives(): Promise<FakeDrives> {
  let passed = 0
  let delayMs = 0
  const now = () => Date.now() + passed
  const providers = {
    dropbox: createDropbox(now),
    google_drive: createGoogleDrive(now),
    onedrive: createOneDrive(now),
    box: createBox(now),
    yandex_disk: createYandexDisk(now),
    pcloud: createPCloud(now),
    aliyun_drive: createAliyunDrive(now),
    disk_115: createDisk115(now),
    baidu_netdisk: createBaiduNetdisk(now),
  }
  const byHost = new Map<string, FakeProvider>()
  for (const provider of Object.values(providers))
    for (const host of provider.hosts) byHost.set(host, provider)
  const server = await startTroubledServer((request, response) => {
    const respond = async () => {
      if (delayMs > 0) await setTimeout(delayMs)
      await reply(byHost, request, response)
    }
    respond().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return {
    ...server,
    providers,
    now,
    passTime: (ms) => {
      passed += ms
    },
    slowBy: (ms) => {
      delayMs = ms
    },
    endLinks: () => {
      for (const provider of Object.values(providers)) provider.endLinks()
    },
  }
}

async function reply(
  byHost: ReadonlyMap<string, FakeProvider>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, host = '', path = '/', query = ''] =
    /^\/([^/?]+)(\/[^?]*)?(?:\?(.*))?$/.exec(request.url ?? '') ?? []
  const provider = byHost.get(host)
  const { method = 'GET', headers } = request
  const { remoteAddress: address = '' } = request.socket
  const body = await text(request)
  const parsed = { method, host, path, query: new URLSearchParams(query), headers, body, address }
  const reply: ProviderReply = provider?.reply(parsed) ?? { status: 404 }
  const { status, headers: replied = {}, body: sent, onClose, held } = reply
  if (onClose) response.once('close', onClose)
  response.writeHead(status, replied)
  if (held && sent !== undefined) {
    const half = Math.floor(sent.length / 2)
    response.write(sent.slice(0, half))
    await held
    response.end(sent.slice(half))
  } else response.end(sent)
}
