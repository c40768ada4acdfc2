/** A provider of drives as its fake has it: the hosts it is at, its desk, and what lies on the drive of its one owner. */
import type { IncomingHttpHeaders } from 'node:http'
import type { DriveTree } from './drive-tree.ts'
import type { FakeDesk } from './fake-desk.ts'
import type { FakeFeed } from './fake-feed.ts'

export interface ProviderRequest {
  readonly method: string
  readonly host: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Of whoever asks. */
  readonly address: string
}

export interface ProviderReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface FakeProvider {
  readonly name: string
  readonly hosts: readonly string[]
  readonly desk: FakeDesk
  readonly tree: DriveTree
  /** What it tells of changes, where it does. */
  readonly feed?: FakeFeed
  /** Whether a folder may hold two of one name. */
  readonly hasTwins?: boolean
  /** Whether tokens last for ever, and no others are got for them. */
  readonly hasLastingTokens?: boolean
  /** What an app keeps of an account beside its tokens. */
  readonly extra?: Readonly<Record<string, string>>
  /** Links to files that were given are refused. */
  readonly endLinks: () => void
  readonly reply: (request: ProviderRequest) => ProviderReply
}

export const json = (status: number, value: unknown): ProviderReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

export const plain = (status: number, body: string): ProviderReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

export const bearerIn = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
