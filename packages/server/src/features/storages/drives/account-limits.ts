/**
 * Rate limits that providers count per account, in memory shared by all threads of a process: request threads, the scan thread and health
 * checks. Other nodes do not share it (docs/storages.md).
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openSharedTable, sharedTableMemory, type TableSize } from '../../../lib/shared-table.ts'
import { StorageError } from '../storage.ts'
import type { CallKind, DriveFacts } from './drive.ts'

/** Resolves when the next call of this kind may be sent. */
export type Pace = (paced: CallKind) => Promise<void>

export interface DownloadSlots {
  /** Runs `act` while holding one of the account's slots for open downloads. Fails with `rateLimited` if none becomes free. */
  readonly hold: <T>(act: () => Promise<T>) => Promise<T>
  /**
   * Returns whether the listener may download directly from the provider. Only one may, and only while the server itself downloads
   * nothing, because the server cannot see when a direct download ends.
   */
  readonly mayRedirect: (listener: string, untilMs: number) => boolean
}

export interface AccountLimits {
  readonly pace: (perSecond: DriveFacts['pace']) => Pace
  readonly readers: (max: number) => DownloadSlots
}

export type OpenAccountLimits = (account: string) => AccountLimits

const maxSlots = 4
/** Layout of a record: time of the next call of each kind, expiry of each slot, expiry and ID of the direct listener. */
const paceAt: Readonly<Record<CallKind | 'all', number>> = { all: 0, list: 1, link: 2, other: 3 }
const slotsAt = 4
const directUntilAt = slotsAt + maxSlots
const directListenerAt = directUntilAt + 1
const size: TableSize = { records: 1_000, numbers: directListenerAt + 1 }

export const createLimitMemory = (): SharedArrayBuffer => sharedTableMemory(size)

/** A slot whose holder was stopped becomes free after this time; active holders renew theirs. */
const leaseMs = 20_000
const renewMs = 5_000
const pollMs = 100
const maxWaitMs = 30_000

export function openAccountLimits(memory: SharedArrayBuffer): OpenAccountLimits {
  const table = openSharedTable(memory, size)
  return (account) => {
    const update = <T>(act: (record: Float64Array) => T): T => table.with(account, () => undefined, act)
    return {
      pace: (perSecond) => async (paced) => {
        const bucket = perSecond.all === undefined ? paced : 'all'
        const rate = perSecond[bucket]
        if (rate === undefined) return
        const waitMs = update((record) => {
          const now = nowMs()
          const turn = Math.max(record[paceAt[bucket]] ?? 0, now)
          record[paceAt[bucket]] = turn + 1_000 / rate
          return turn - now
        })
        if (waitMs > 0) await setTimeout(waitMs)
      },
      readers: (max) => openReaders(update, Math.min(max, maxSlots)),
    }
  }
}

type Update = <T>(act: (record: Float64Array) => T) => T

interface Slot {
  readonly index: number
  until: number
}

function openReaders(update: Update, max: number): DownloadSlots {
  const acquire = (): Slot | undefined =>
    update((record) => {
      const now = nowMs()
      const isShared = (record[directUntilAt] ?? 0) > now
      const index = findFreeSlots(record, max, now)[0]
      if (index === undefined || (isShared && countUsedSlots(record, max, now) >= max - 1)) return undefined
      record[index] = now + leaseMs
      return { index, until: record[index] }
    })
  const renew = (place: Slot) =>
    update((record) => {
      if (record[place.index] !== place.until) return
      place.until = nowMs() + leaseMs
      record[place.index] = place.until
    })
  const release = ({ index, until }: Slot) =>
    update((record) => {
      if (record[index] === until) record[index] = 0
    })
  return {
    hold: async (act) => {
      const place = await waitFor(acquire)
      const renewal = setInterval(renew, renewMs, place).unref()
      try {
        return await act()
      } finally {
        clearInterval(renewal)
        release(place)
      }
    },
    mayRedirect: (listener, untilMs) =>
      update((record) => {
        const [now, name] = [nowMs(), hashToNumber(listener)]
        const isDirect = (record[directUntilAt] ?? 0) > now
        if (isDirect ? record[directListenerAt] !== name : countUsedSlots(record, max, now) > 0) return false
        record[directUntilAt] = now + Math.max(untilMs - Date.now(), 0)
        record[directListenerAt] = name
        return true
      }),
  }
}

const findFreeSlots = (record: Float64Array, max: number, now: number): number[] =>
  Array.from({ length: max }, (_, at) => slotsAt + at).filter((index) => (record[index] ?? 0) <= now)

const countUsedSlots = (record: Float64Array, max: number, now: number): number =>
  max - findFreeSlots(record, max, now).length

async function waitFor(take: () => Slot | undefined): Promise<Slot> {
  const until = nowMs() + maxWaitMs
  for (;;) {
    const place = take()
    if (place) return place
    if (nowMs() >= until)
      throw new StorageError('rateLimited', {
        retryAfterMs: 1_000,
        cause: 'all readers of the account are busy',
      })
    await setTimeout(pollMs)
  }
}

/** Milliseconds of a monotonic clock that all threads share. */
const nowMs = () => Number(process.hrtime.bigint() / 1_000n) / 1_000

const hashToNumber = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6)
