/** What is known of people: sessions, tries, what is written down of them, what they heard, and whether the first run is over. */
import type { Database } from './db/open.ts'
import { type Audit, createAudit } from './features/audit/audit.ts'
import { createLimiter, type Limiter } from './features/auth/limiter.ts'
import { createSessions, type SessionSources, type Sessions } from './features/auth/sessions.ts'
import { createProgressWriter, type ProgressWriter } from './features/progress/progress-writer.ts'
import type { SiteSettings } from './features/settings/site.ts'
import { createFirstRun, type FirstRun } from './features/setup/setup.ts'
import { observedAudit } from './features/system/observe.ts'
import type { Metrics } from './lib/metrics.ts'
import { createPasswords, type PasswordCost, type Passwords } from './lib/password.ts'

export interface Accounts {
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly audit: Audit
  readonly progressWriter: ProgressWriter
  readonly firstRun: FirstRun
}

interface AccountSources extends Pick<SessionSources, 'now' | 'log'> {
  readonly site: SiteSettings
  readonly isPublished: boolean
  readonly passwordCost?: PasswordCost | undefined
  /** Nothing is counted without it. */
  readonly metrics?: Metrics | undefined
}

export function openAccounts(
  database: Database,
  { site, isPublished, passwordCost, now, log, metrics }: AccountSources,
): Accounts {
  const { read, write } = database
  const sources = { now, log, visitorCeiling: () => site.current().visitorCeiling }
  const plain = createAudit({ read, write, ...sources })
  const audit = metrics ? observedAudit(plain, metrics) : plain
  return {
    audit,
    passwords: createPasswords(passwordCost),
    sessions: createSessions({ read, write, ...sources }),
    limiter: createLimiter({
      write,
      now,
      onLimited: ({ address }) => audit.record({ act: 'limited', username: null, address }),
    }),
    progressWriter: createProgressWriter(database),
    firstRun: createFirstRun(read, isPublished),
  }
}
