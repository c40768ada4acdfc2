import type { Db } from '../../db/schema.ts'
import type { Context, Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Passwords } from '../../lib/password.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Audit } from '../audit/audit.ts'
import type { OidcSettingsCache } from '../oidc/settings.ts'
import type { SiteSettings } from '../settings/site.ts'
import type { Limiter } from './limiter.ts'
import type { Caller, Sessions } from './sessions.ts'

export interface AuthSources {
  readonly db: Db
  readonly write: Db
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly site: SiteSettings
  readonly oidcSite: OidcSettingsCache
  readonly vault: Vault
  readonly limiter: Limiter
  readonly audit: Pick<Audit, 'record'>
  readonly now: () => Date
}

export const callerOf = ({ address, headers, isGone }: Context): Caller => ({
  address,
  userAgent: headers['user-agent'] ?? '',
  isGone,
})

/** Returns the authenticated person. Throws `unauthenticated` if there is none. */
export function requirePerson({ person }: Pick<Context, 'person'>): Person {
  if (!person) throw new AppError('unauthenticated')
  return person
}
