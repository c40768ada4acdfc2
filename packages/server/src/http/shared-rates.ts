/** Rate limits in memory shared by threads, so that a caller served by several threads gets no more calls (ADR 0080). */
import { createHash } from 'node:crypto'
import { openSharedTable, sharedTableMemory } from '../lib/shared-table.ts'
import { type Allowance, type Bucket, choicesRate, takeToken } from './rate.rules.ts'
import { fullBucket, maxCallers, maxChoicesPerChooser, maxChoosers, type RateStore } from './rates.ts'

export interface RateMemory {
  readonly calls: SharedArrayBuffer
  readonly choices: SharedArrayBuffer
}

/** Four classes, each by address and by person. */
const counterCount = 8
/** A bucket is two numbers: tokens and time. */
const calls = { records: counterCount * maxCallers, numbers: 2 }
const choices = { records: maxChoosers, numbers: 2 + maxChoicesPerChooser }

export const createRateMemory = (): RateMemory => ({
  calls: sharedTableMemory(calls),
  choices: sharedTableMemory(choices),
})

export function openSharedRates(memory: RateMemory): RateStore {
  const callers = openSharedTable(memory.calls, calls)
  const choosers = openSharedTable(memory.choices, choices)
  return {
    take: ({ rate, by, caller, allowance }, nowMs) =>
      callers.with(
        `${rate} ${by} ${caller}`,
        (record) => write(record, fullBucket(allowance, nowMs)),
        (record) => takeFrom(record, allowance, nowMs),
      ),
    takeChoice: (chooser, chosen, nowMs) =>
      choosers.with(
        chooser,
        (record) => write(record, fullBucket(choicesRate, nowMs)),
        (record) => {
          const known = record.subarray(2)
          const name = nameOf(chosen)
          const at = known.indexOf(name)
          const wait = at < 0 ? takeFrom(record, choicesRate, nowMs) : undefined
          // The most recently used choice is first.
          if (wait === undefined) {
            known.copyWithin(1, 0, at < 0 ? maxChoicesPerChooser - 1 : at)
            known[0] = name
          }
          return wait
        },
      ),
  }
}

const write = (record: Float64Array, { tokens, at }: Bucket) => record.set([tokens, at])

function takeFrom(record: Float64Array, allowance: Allowance, nowMs: number): number | undefined {
  const bucket = { tokens: record[0] ?? 0, at: record[1] ?? 0 }
  const wait = takeToken(bucket, allowance, nowMs)
  write(record, bucket)
  return wait
}

/** Returns a 48-bit hash plus 1: 0 marks an empty slot. */
const nameOf = (text: string) => createHash('sha1').update(text).digest().readUIntBE(0, 6) + 1
