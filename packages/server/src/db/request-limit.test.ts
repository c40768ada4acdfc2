import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { databaseFaultOf } from './fault.rules.ts'
import { limitRequest, limitToRequest, outsideRequest } from './request-limit.ts'

const never = new Promise<never>(() => {})
const limitMs = 20

const requested = <T>(act: () => Promise<T>, isOver = () => false): Promise<T> =>
  new Promise((resolve, reject) => limitRequest(limitMs, isOver)(() => void act().then(resolve, reject)))

const failureOf = (waiting: Promise<unknown>) => waiting.then(() => undefined, databaseFaultOf)
const pendingAfter = (waiting: Promise<unknown>) =>
  Promise.race([waiting.catch(() => 'failed'), setTimeout(5 * limitMs, 'pending')])

test('a wait ends at the limit, as if the database were away', async () => {
  expect(await failureOf(requested(() => limitToRequest(never)))).toBe('databaseAway')
})

test('waits at the same time share the limit, and one after them has none of it left', async () => {
  const failures = await requested(async () => {
    const both = await Promise.all([failureOf(limitToRequest(never)), failureOf(limitToRequest(never))])
    return [...both, await failureOf(limitToRequest(never))]
  })
  expect(failures).toEqual(['databaseAway', 'databaseAway', 'databaseAway'])
})

test('time that is not spent waiting does not count', async () => {
  const waited = await requested(async () => {
    await setTimeout(3 * limitMs)
    return limitToRequest(Promise.resolve('in time'))
  })
  expect(waited).toBe('in time')
})

test('nothing is limited once the response has begun, in other work, and without a request', async () => {
  expect(
    await pendingAfter(
      requested(
        () => limitToRequest(never),
        () => true,
      ),
    ),
  ).toBe('pending')
  expect(await pendingAfter(requested(() => outsideRequest(() => limitToRequest(never))))).toBe('pending')
  expect(await pendingAfter(limitToRequest(never))).toBe('pending')
})
