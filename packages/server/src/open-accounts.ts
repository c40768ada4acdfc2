/** Opens everything about accounts: sessions, login limits, the audit log, listening history, and first-run setup. */
import type { Database } from './db/open.ts'
import type { OidcOverrides } from './domain/oidc.rules.ts'
import { type Audit, createAudit } from './features/audit/audit.ts'
import { createLimiter, type Limiter } from './features/auth/limiter.ts'
import { createSessions, type SessionSources, type Sessions } from './features/auth/sessions.ts'
import { createProvider, type Provider } from './features/oidc/provider.ts'
import { createProxyReader, type ReadProxyUser } from './features/oidc/proxy.api.ts'
import { type OidcSettingsCache, openOidcSettings } from './features/oidc/settings.ts'
import { createProgressWriter, type ProgressWriter } from './features/progress/progress-writer.ts'
import type { SiteSettings } from './features/settings/site.ts'
import { createFirstRun, type FirstRun } from './features/setup/first-run.ts'
import { observedAudit } from './features/system/register-metrics.ts'
import type { Metrics } from './lib/metrics.ts'
import type { Outbound } from './lib/outbound.ts'
import { createPasswords, type PasswordCost, type Passwords } from './lib/password.ts'
import type { Vault } from './lib/vault.ts'

export interface Accounts {
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly limiter: Limiter
  readonly audit: Audit
  readonly progressWriter: ProgressWriter
  readonly firstRun: FirstRun
  readonly oidcSite: OidcSettingsCache
  readonly provider: Provider
  readonly readProxyUser: ReadProxyUser
  readonly hasProxySignIn: boolean
}

interface AccountSources extends Pick<SessionSources, 'now' | 'log'> {
  readonly site: SiteSettings
  readonly vault: Vault
  readonly outbound: Outbound
  /** Overrides from the environment for login through a provider. */
  readonly oidc?: OidcOverrides | undefined
  readonly isPublished?: boolean | undefined
  /** The header in which trusted proxies send the username. Without it, no proxy login. */
  readonly proxyUserHeader?: string | undefined
  readonly proxySecret?: string | undefined
  readonly trustedProxies?: readonly string[]
  readonly passwordCost?: PasswordCost | undefined
  readonly threadCount?: number | undefined
  /** Metrics are not collected without it. */
  readonly metrics?: Metrics | undefined
}

export async function openAccounts(
  database: Database,
  {
    site,
    vault,
    outbound,
    oidc = {},
    isPublished = false,
    passwordCost,
    threadCount = 1,
    now,
    log,
    metrics,
    ...proxy
  }: AccountSources,
): Promise<Accounts> {
  const { read, write } = database
  const sources = { now, log, visitorCeiling: () => site.current().visitorCeiling }
  const plain = createAudit({ read, write, ...sources })
  const audit = metrics ? observedAudit(plain, metrics) : plain
  const passwords = createPasswords(passwordCost, threadCount)
  const limiter = createLimiter({
    write,
    vault,
    now,
    // A full password queue is ignored: callers are rejected then anyway.
    spendTime: () => passwords.isRight(undefined, '').catch(() => false),
    onLimited: ({ address }) => audit.record({ act: 'limited', username: null, address }),
  })
  return {
    audit,
    passwords,
    sessions: createSessions({ read, write, limiter, audit, ...sources }),
    limiter,
    progressWriter: createProgressWriter(database),
    firstRun: createFirstRun(read, vault, isPublished),
    oidcSite: await openOidcSettings(write, vault, oidc),
    provider: createProvider({ outbound, now }),
    readProxyUser: createProxyReader(proxy),
    hasProxySignIn: proxy.proxyUserHeader !== undefined && proxy.proxySecret !== undefined,
  }
}
