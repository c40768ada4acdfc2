/** Converts stored rows to the person that handlers see. Also defines guests, idle sessions and platforms. */
import { createHash, randomInt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import {
  type AgeCategory,
  type Platform,
  platformHeader,
  platforms,
  type Role,
  roleOf,
  type ViewerFilters,
} from '@koedana/contract/values.ts'
import type { Selectable } from 'kysely'
import type { ApiTokenTable, SessionTable, UserExclusionTable } from '../../db/tables/accounts.ts'
import { toUser, type UserRow } from '../../domain/user.rules.ts'
import type { hiddenParameterOf } from '../../domain/viewer.rules.ts'
import type { Person } from '../../http/context.ts'

/** Communities have hundreds of guests. The limit stops scripts that use many addresses; the rows take some megabytes. */
export const maxGuests = 10_000

/** Guests who are idle for this long are deleted with all their data. */
export const guestIdleDays = 30

export const newGuestName = (): string => `guest-${Array.from({ length: 8 }, randomCharacter).join('')}`

const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomCharacter = () => characters.charAt(randomInt(characters.length))

export type SessionRow = Selectable<SessionTable>

export interface AccountParts {
  readonly user: UserRow
  /** In order of creation. */
  readonly exclusions: readonly Pick<Selectable<UserExclusionTable>, 'kind' | 'entity_id'>[]
  readonly visitorCeiling: AgeCategory
}

export interface PersonParts extends AccountParts {
  readonly session: SessionRow
  /** Whether the app password of the session also shows works without files. */
  readonly showsCatalogue: boolean
}

/** Returns the person of a session. */
export function personOfSession({ session, showsCatalogue, ...account }: PersonParts): Person {
  return {
    ...accountOf(account),
    sessionKey: session.key,
    sessionId: session.id,
    expiresAt: Date.parse(session.expires_at),
    door: session.door === null ? undefined : { name: session.door, showsCatalogue },
  }
}

export interface TokenParts extends AccountParts {
  readonly token: ApiTokenRow
}

export type ApiTokenRow = Selectable<ApiTokenTable>

/** Returns the person of an API token. */
export function personOfToken({ token, ...account }: TokenParts): Person {
  return {
    ...accountOf(account),
    sessionKey: 0,
    sessionId: token.id,
    expiresAt: token.expires_at === null ? endOfTimeMs : Date.parse(token.expires_at),
    door: undefined,
    apiToken: { name: token.name, scope: token.scope },
  }
}

/** A finite end for tokens that do not expire: dates and stored times must stay valid. */
const endOfTimeMs = Date.parse('9999-12-31T00:00:00.000Z')

function accountOf({ user, exclusions, visitorCeiling }: AccountParts) {
  const ceiling = user.role === roleOf.guest ? visitorCeiling : user.age_restriction
  const choices = choicesOf(user, exclusions)
  return {
    userKey: user.key,
    user: toUser(user),
    ceiling,
    choices,
    audience: audienceOf(ceiling, choices),
  }
}

/** Returns the saved filters of an account. */
export function choicesOf(user: UserRow, exclusions: PersonParts['exclusions']): ViewerFilters {
  const idsOf = (kind: keyof typeof hiddenParameterOf) =>
    exclusions.filter((exclusion) => exclusion.kind === kind).map(({ entity_id }) => entity_id)
  return {
    policy: user.policy,
    ageFilterMode: user.age_filter_mode,
    hiddenMakers: idsOf('makers'),
    hiddenSeries: idsOf('series'),
    hiddenArtists: idsOf('artists'),
    hiddenIllustrators: idsOf('illustrators'),
    hiddenGenres: idsOf('genres'),
  }
}

/** Returns a cache audience: people with the same age limit and filters share cached responses. Visitors have a separate audience. */
function audienceOf(ceiling: AgeCategory, choices: ViewerFilters): string {
  return `persons:${createHash('sha256')
    .update(JSON.stringify([ceiling, choices]))
    .digest('base64url')}`
}

const dayMs = 86_400_000

/** Long enough for someone who listens every other weekend; an unused device is logged out. */
export const sessionIdleMs = 14 * dayMs
/** A guest cannot log in again, so the session lasts as long as the account. */
const guestSessionIdleMs = guestIdleDays * dayMs

/** Returns whether a session was idle for too long; both times in milliseconds since 1970. */
export const isIdle = (role: Role, lastUsedAt: number, now: number): boolean =>
  now - lastUsedAt > (role === roleOf.guest ? guestSessionIdleMs : sessionIdleMs)

/**
 * Returns the platform of a caller. Pages of this server are `web`: browsers send `Sec-Fetch-Site`, which scripts cannot set (only
 * to trustworthy origins, hence the header). Other clients use the header or the request field `said`; the default is `api`.
 * Callers can lie, so this is not a security check.
 */
export function platformOf(headers: IncomingHttpHeaders, requestedPlatform: Platform | undefined): Platform {
  if (headers['sec-fetch-site'] === 'same-origin') return 'web'
  return platforms.find((platform) => platform === headers[platformHeader]) ?? requestedPlatform ?? 'api'
}
