/** What is known of people: sessions, tries, what is written down of them, and whether the first run is over. */
import type { Database } from './db/open.ts'
import { type Audit, createAudit } from './features/audit/audit.ts'
import { createLimiter, type Limiter } from './features/auth/limiter.ts'
import { createSessions, type SessionSources, type Sessions } from './features/auth/sessions.ts'
import type { SiteSettings } from './features/settings/site.ts'
import { createFirstRun, type FirstRun } from './features/setup/setup.ts'

export interface Accounts {
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly audit: Audit
  readonly firstRun: FirstRun
}

interface AccountSources extends Pick<SessionSources, 'now' | 'log'> {
  readonly site: SiteSettings
  readonly isPublished: boolean
}

export function openAccounts(
  { read, write }: Database,
  { site, isPublished, now, log }: AccountSources,
): Accounts {
  const sources = { now, log, visitorCeiling: () => site.current().visitorCeiling }
  const audit = createAudit({ read, write, ...sources })
  return {
    audit,
    sessions: createSessions({ read, write, ...sources }),
    limiter: createLimiter({
      write,
      now,
      onLimited: ({ address }) => audit.record({ act: 'limited', username: null, address }),
    }),
    firstRun: createFirstRun(read, isPublished),
  }
}
