/**
 * `npm run bench:taps -- --runs 5 --cpu 1,4`: how long a listener waits for a response. Every act of an evening is pressed in a
 * Chromium whose processor is that many times slower, until its response is painted; then how long a press waits for sound, as
 * fast as the machine is.
 */
import { readNumber, readNumbers } from './arguments.ts'
import { judgeTaps } from './taps-table.ts'

await judgeTaps({ runs: readNumber('runs') ?? 5, rates: readNumbers('cpu') ?? [1, 4] })
