import type { CountedClass } from '@koedana/contract/kit/endpoint.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRates } from './rates.ts'
import { createRateMemory, openSharedRates } from './shared-rates.ts'

const few = { burst: 5, perSecond: 0.5 }
const each = { perAddress: few, perPerson: few }
const allowances = { read: each, write: each, credential: each, media: each }
const classes: readonly CountedClass[] = ['read', 'write', 'credential', 'media']

const step = fc.record({
  thread: fc.nat(2),
  after: fc.nat(3_000),
  address: fc.constantFrom('192.0.2.7', '192.0.2.8', '2001:db8::1'),
  rate: fc.constantFrom(...classes),
  choices: fc.option(fc.nat(40).map(String)),
})

test('three threads together refuse what one alone refuses, however the calls are dealt out', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let nowMs = 0
      const now = () => nowMs
      const memory = createRateMemory()
      const alone = createRates(now, allowances)
      const threads = [0, 1, 2].map(() => createRates(now, allowances, openSharedRates(memory)))
      for (const { thread, after, address, rate, choices } of steps) {
        nowMs += after
        const refused = [alone, threads[thread]].map((rates) => {
          try {
            if (choices === null) rates?.countAddress(rate, address)
            else rates?.countChoices(choices, { person: undefined, address })
            return 'passes'
          } catch (error) {
            return String(error)
          }
        })
        expect(refused[1]).toBe(refused[0])
      }
    }),
    { numRuns: 30 },
  )
})
