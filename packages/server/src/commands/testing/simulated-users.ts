/** Simulated users of a server that loses connections now and then. They retry, and fail a test if they see any other fault. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { ApiError, type Call, createClient } from '@koedana/contract/kit/client.ts'
import { expect } from 'vitest'
import { heard, password, playedAudio, works } from './crashing-server.ts'

export interface CallCounts {
  responses: number
  /** The number of calls that were cut or had no response in time. */
  lost: number
}

interface Site {
  readonly origin: string
  readonly seen: CallCounts
}

/** Two accounts that log in beforehand: password attempts are rate-limited, including those whose response was lost. */
interface SignedIn extends Site {
  readonly keeper: SignedInCaller
  readonly reader: SignedInCaller
}

interface SignedInCaller {
  readonly token: string
  readonly call: Call
}

/** More attempts than one call may need while a third of the connections go to a hanging thread. */
const maxTries = 60
const responseTimeoutMs = 2_000
/** Pause between actions: starting threads need the CPU meanwhile, and most of a test's time is spent waiting for them. */
const pauseMs = 100

/** Creates a caller with its own address that retries lost calls. Any other failure is thrown. */
export function createCaller({ origin, seen }: Site, address: string) {
  const send = (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address)
    if (Math.random() < 0.5) headers.set('connection', 'close')
    return fetch(url, { ...init, headers, signal: AbortSignal.timeout(responseTimeoutMs) })
  }
  const bearing = (token?: string): Call =>
    createClient({
      baseUrl: `${origin}${basePath}`,
      language: () => 'en-US',
      fetch: send,
      ...(token === undefined ? {} : { token: () => token }),
    })
  const ask = async <T>(act: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await act()
        seen.responses += 1
        return response
      } catch (error) {
        if (!isLoss(error) || attempt === maxTries) throw error
        seen.lost += 1
      }
    }
  }
  const signIn = async (username: string) => {
    const { token } = await ask(() => bearing()(api.login, { body: { username, password } }))
    return { token, call: bearing(token) }
  }
  return { send, bearing, ask, signIn }
}

const isLoss = (error: unknown) => !(error instanceof ApiError) || error.status === 0

/** Edits a work repeatedly. Every confirmed edit must be visible to all callers. */
async function keepEditing(site: SignedIn, id: string, until: () => boolean): Promise<void> {
  const [keeper, other] = [createCaller(site, '10.0.0.1'), createCaller(site, '10.0.0.2')]
  const { call } = site.keeper
  for (let price = 1; !until(); price++) {
    await keeper.ask(() => call(api.updateWork, { params: { id }, body: { values: { price } } }))
    for (let time = 0; time < 3; time++) {
      const found = await other.ask(() => other.bearing()(api.getWork, { params: { id }, query: {} }))
      expect(found.price, `the price of ${id}`).toBe(price)
    }
    await sleep(pauseMs)
  }
}

async function lists(site: Site, address: string, until: () => boolean): Promise<void> {
  const { ask, bearing } = createCaller(site, address)
  for (let time = 0; !until(); time++) {
    const query = { sort: 'priceDesc', minPrice: time % 7 } as const
    await ask(() => bearing()(api.listWorks, { query: time % 2 === 0 ? {} : query }))
    await sleep(pauseMs)
  }
}

/** Logs in and out repeatedly. The effect of each must be visible in all threads. */
async function keepLoggingInAndOut(site: Site, address: string, until: () => boolean): Promise<void> {
  const { ask, signIn } = createCaller(site, address)
  while (!until()) {
    const signedIn = await signIn('reader').catch((error: ApiError) => error.status)
    if (typeof signedIn === 'number') {
      // Each lost attempt counts as a guess, and guesses are limited.
      expect(signedIn).toBe(429)
      return
    }
    const { call } = signedIn
    for (let time = 0; time < 3; time++)
      expect((await ask(() => call(api.getMe, {}))).user?.username).toBe('reader')
    // A lost logout may have succeeded.
    await ask(() => call(api.logout, {})).catch((error: ApiError) => expect(error.status).toBe(401))
    for (let time = 0; time < 3; time++)
      await expect(ask(() => call(api.getMe, {}))).rejects.toMatchObject({ status: 401 })
    // Password attempts are rate-limited, also successful ones.
    await sleep(400)
  }
}

/** Plays a file to its end in pieces, and resumes where a connection was lost. */
async function keepPlaying(site: SignedIn, until: () => boolean): Promise<void> {
  const { ask } = createCaller(site, '10.0.0.3')
  const { call } = site.reader
  const wanted = playedAudio()
  const { tracks } = await ask(() => call(api.listWorkFiles, { params: { id: heard }, query: {} }))
  const url = new URL(tracks[0]?.url ?? '', site.origin).href
  while (!until()) {
    let got = Buffer.alloc(0)
    while (got.length < wanted.length) {
      const { status, bytes, isWhole } = await playFrom(url, got.length)
      if (status !== undefined) expect(status).toBe(206)
      got = Buffer.concat([got, bytes])
      if (isWhole) site.seen.responses += 1
      else site.seen.lost += 1
    }
    expect(got.equals(wanted)).toBe(true)
  }
}

/** Returns what arrived before the end or the disconnect, read as slowly as by a player. */
async function playFrom(url: string, start: number) {
  const headers = { range: `bytes=${start}-`, 'x-forwarded-for': '10.0.0.3' }
  const pieces: Buffer[] = []
  let status: number | undefined
  try {
    const request = get(url, { headers, agent: false, timeout: responseTimeoutMs })
    request.on('error', () => {})
    request.once('timeout', () => request.destroy(new Error('not in time')))
    const [response]: IncomingMessage[] = await once(request, 'response')
    status = response?.statusCode
    for await (const piece of response ?? []) {
      pieces.push(piece)
      await sleep(2)
    }
    return { status, bytes: Buffer.concat(pieces), isWhole: true }
  } catch {
    return { status, bytes: Buffer.concat(pieces), isWhole: false }
  }
}

/** Follows tasks, and reconnects after a lost stream. A requested task must appear. */
async function keepFollowingTasks(site: SignedIn, until: () => boolean): Promise<void> {
  const { ask, send } = createCaller(site, '10.0.0.4')
  const { call, token } = site.keeper
  const headers = { authorization: `Bearer ${token}` }
  while (!until()) {
    let streamed = ''
    try {
      const { body } = await send(`${site.origin}${basePath}/admin/tasks/events`, { headers })
      const { id } = await ask(() => call(api.createTask, { body: { kind: 'clean_works' } }))
      for await (const piece of body ?? []) {
        streamed += Buffer.from(piece).toString()
        if (streamed.includes(id)) break
      }
    } catch (error) {
      // The previous task may still be running.
      const isAtWork = error instanceof ApiError && error.body?.code === 'taskAtWork'
      if (!isAtWork && !isLoss(error)) throw error
    }
    await sleep(100)
  }
}

/** Runs all of it concurrently until `act` ends. Fails if any user saw a fault. */
export async function underLoad(origin: string, act: (site: SignedIn) => Promise<void>): Promise<void> {
  const begun = { origin, seen: { responses: 0, lost: 0 } }
  const { signIn } = createCaller(begun, '10.0.0.1')
  const site = { ...begun, keeper: await signIn('keeper'), reader: await signIn('reader') }
  let isOver = false
  const until = () => isOver
  const acts = act(site).finally(() => {
    isOver = true
  })
  const [, second, third] = works
  await Promise.all([
    acts,
    ...[second, third].map((id) => keepEditing(site, id, until)),
    ...['10.0.1.1', '10.0.1.2', '10.0.1.3'].map((address) => lists(site, address, until)),
    keepLoggingInAndOut(site, '10.0.2.1', until),
    keepPlaying(site, until),
    keepFollowingTasks(site, until),
  ])
}

let guessed = 0

/** Guesses passwords until one is rejected by the rate limit, or up to `times`. Returns the last status. */
export async function guessPasswords(origin: string, times: number): Promise<number | undefined> {
  const { ask, bearing } = createCaller({ origin, seen: { responses: 0, lost: 0 } }, '10.0.9.9')
  for (let time = 0; time < times; time++) {
    const status = await ask(() =>
      bearing()(api.login, { body: { username: 'stranger', password: `wrong ${guessed++}` } }),
    ).then(
      () => 200,
      (error: ApiError) => error.status,
    )
    if (status === 429) return status
    expect(status).toBe(422)
  }
  return undefined
}
