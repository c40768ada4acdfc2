/** QR codes that are scanned with the provider's app, and their state. */
import { randomBytes } from 'node:crypto'
import type { FakeIssuer } from './fake-issuer.ts'

export type ScanState = 'waiting' | 'seen' | 'confirmed' | 'over'

export interface FakeScans {
  readonly begin: () => string
  readonly stateOf: (scan: string) => ScanState
  /** Returns the code that is exchanged for tokens, once per confirmed scan. */
  readonly codeOf: (scan: string) => string
  /** Acts as the phone's owner on the latest scan. */
  readonly act: (state: 'seen' | 'confirmed' | 'over') => void
  /** Returns how often the scan was polled. */
  readonly polls: () => number
}

const scanMs = 5 * 60_000

export function createFakeScans(issuer: FakeIssuer, now: () => number): FakeScans {
  const scans = new Map<string, { state: ScanState; code: string | undefined; readonly until: number }>()
  let polls = 0
  return {
    begin: () => {
      const scan = randomBytes(12).toString('hex')
      scans.set(scan, { state: 'waiting', code: undefined, until: now() + scanMs })
      return scan
    },
    stateOf: (scan) => {
      polls += 1
      const found = scans.get(scan)
      return found && found.until > now() ? found.state : 'over'
    },
    codeOf: (scan) => {
      const found = scans.get(scan)
      if (!found) return ''
      found.code ??= issuer.consent({
        redirectUri: '',
        challenge: undefined,
        hasRefresh: true,
        scope: undefined,
      })
      return found.code
    },
    act: (state) => {
      const last = [...scans.values()].at(-1)
      if (last) last.state = state
    },
    polls: () => polls,
  }
}
