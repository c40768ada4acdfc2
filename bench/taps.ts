/**
 * `npm run bench:taps -- --runs 5 --cpu 1,4`: how long a listener waits for responses. Every action of an evening is measured in a Chromium
 * with CPU throttling by these factors, until its response is painted. Then the time from a press to audio is measured without throttling.
 */
import { readNumber, readNumbers } from './arguments.ts'
import { judgeTaps } from './taps-table.ts'

await judgeTaps({ runs: readNumber('runs') ?? 5, rates: readNumbers('cpu') ?? [1, 4] })
