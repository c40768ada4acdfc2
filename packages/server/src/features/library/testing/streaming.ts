/** A listening server with one track of an all-ages work that is larger than every buffer between server and client. */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { expect } from 'vitest'
import type { Engine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import { type Given, startTestServer, type World } from '../../../testing/test-server.ts'

export interface Streaming {
  readonly world: World
  /** Returns the caller's link to the file; `''` if there is none. */
  readonly linkOf: (call: Call) => Promise<string>
  readonly archiveOf: (call: Call) => Promise<string>
  readonly statusOf: (url: string) => Promise<number | undefined>
  /** Reads a little, runs `act` and reads on. Returns whether the server broke off the response. */
  readonly endsEarly: (url: string, act: () => Promise<unknown>, options?: RequestOptions) => Promise<boolean>
  /** Reads a little, lets all buffers fill, runs `act`, and returns how many bytes still arrive. */
  readonly bytesAfter: (url: string, act: () => Promise<unknown>) => Promise<number>
  /** Returns whether the response is broken off while it is read slowly. */
  readonly endsBySelf: (url: string) => Promise<boolean>
  readonly close: () => Promise<void>
}

export const streamedWorkId = 'RJ90000001'
const fileBytes = 64 * 1024 * 1024

export async function streaming(engine: Engine, given: Given = {}): Promise<Streaming> {
  const here = await startTestServer(engine, given)
  const root = await mkdtemp(join(tmpdir(), 'koedana-streams-'))
  await here.make([{ id: streamedWorkId, name: 'rain', ageCategory: 'all' }])
  await putInLibrary(here.deps.write, [streamedWorkId], root)
  const { path } = await here.deps.write.selectFrom('track').select('path').executeTakeFirstOrThrow()
  await writeFile(join(root, path), '')
  await truncate(join(root, path), fileBytes)
  await here.deps.catalogue.caughtUp()
  const origin = await here.app.listen({ port: 0, host: '127.0.0.1' })
  const open = (url: string, options: RequestOptions = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + url, options, resolve).on('error', reject)
    })
  return {
    world: here,
    linkOf: async (call) =>
      (await call(api.listWorkFiles, { params: { id: streamedWorkId } })).tracks[0]?.url ?? '',
    archiveOf: async (call) =>
      (await call(api.listWorkFiles, { params: { id: streamedWorkId } })).archive?.url ?? '',
    statusOf: async (url) => {
      const response = await open(url)
      response.destroy()
      return response.statusCode
    },
    endsEarly: async (url, act, options) => endsEarly(await open(url, options), act),
    bytesAfter: async (url, act) => bytesAfter(await open(url), act),
    endsBySelf: async (url) => endsBySelf(await open(url)),
    close: async () => {
      await here.close()
      await rm(root, { recursive: true })
    },
  }
}

async function endsEarly(response: IncomingMessage, act: () => Promise<unknown>): Promise<boolean> {
  expect(response.statusCode).toBe(200)
  await new Promise((resolve) => response.once('readable', resolve))
  response.read(1)
  const broken = isBroken(response)
  await act()
  response.resume()
  return broken
}

/** Time to fill the buffers of both ends. */
const fillMs = 500

async function bytesAfter(response: IncomingMessage, act: () => Promise<unknown>): Promise<number> {
  await new Promise((resolve) => response.once('readable', resolve))
  response.read(1)
  await setTimeout(fillMs)
  const broken = isBroken(response)
  await act()
  await setTimeout(fillMs)
  let bytes = 0
  response.on('data', (piece: Buffer) => {
    bytes += piece.length
  })
  expect(await broken).toBe(true)
  return bytes
}

/** At this pace, reading the file takes about half a minute. */
const sipEveryMs = 20

async function endsBySelf(response: IncomingMessage): Promise<boolean> {
  expect(response.statusCode).toBe(200)
  const sipping = setInterval(() => response.read(), sipEveryMs)
  const broken = await isBroken(response)
  clearInterval(sipping)
  return broken
}

const isBroken = (response: IncomingMessage) =>
  new Promise<boolean>((resolve) => {
    response.once('error', () => resolve(true))
    response.once('end', () => resolve(!response.complete))
  })
