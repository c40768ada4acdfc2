/**
 * Finds the owner of an API token. Tokens in use are kept in memory, so that a call costs no query; any change of the
 * account forgets them, on every node.
 */
import { type AgeCategory, roleOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { Person } from '../../http/context.ts'
import { rateLimitNetworkOf } from '../../lib/addresses.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashOfToken } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import type { Audit } from '../audit/audit.ts'
import { findToken, recordUse } from './api-token.store.ts'
import type { Limiter } from './limiter.ts'
import { personOfToken } from './person.rules.ts'
import { type CredentialKey, PersonCache } from './person-cache.ts'

export interface TokenSources {
  readonly read: Db
  readonly write: Db
  readonly now: () => Date
  readonly visitorCeiling: () => AgeCategory
  readonly log: Log
  readonly limiter: Pick<Limiter, 'reject'>
  readonly audit: Pick<Audit, 'record'>
}

interface CachedToken {
  readonly person: Person
  /** Networks that used the token since it was read. */
  readonly networks: Set<string>
  recordedAt: number
}

const maxCachedTokens = 2_000
/** A token that is used from more networks is recorded by time only. */
const maxNetworks = 32
const recordEveryMs = 5 * 60_000

/** Creates the cache of API tokens. */
export function createTokenCache(sources: TokenSources) {
  const { read, write, now, visitorCeiling, log, limiter, audit } = sources
  const known = new PersonCache<CachedToken>(maxCachedTokens)

  const readToken = async (name: CredentialKey): Promise<CachedToken | undefined> => {
    const found = await findToken(read, name)
    // Guests cannot have tokens, and an account that became one does not keep them.
    if (found?.user.status !== 'active' || found.user.role === roleOf.guest) return undefined
    const { last_address, last_used_at } = found.token
    return {
      person: personOfToken({ ...found, visitorCeiling: visitorCeiling() }),
      networks: new Set(last_address === null ? [] : [rateLimitNetworkOf(last_address)]),
      recordedAt: last_used_at === null ? 0 : Date.parse(last_used_at),
    }
  }

  const get = async (name: CredentialKey): Promise<CachedToken | undefined> => {
    const entry = known.get(name) ?? (await known.fetch(name, () => readToken(name)))
    return entry && entry.person.expiresAt > now().getTime() ? entry : undefined
  }

  const note = (entry: CachedToken, address: string) => {
    const at = now()
    const network = rateLimitNetworkOf(address)
    const isNew = !entry.networks.has(network) && entry.networks.size < maxNetworks
    if (!isNew && at.getTime() - entry.recordedAt < recordEveryMs) return
    if (isNew) entry.networks.add(network)
    entry.recordedAt = at.getTime()
    record(entry.person, { at: at.toISOString(), address, isNew }).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of an API token was not recorded'),
    )
  }

  const record = async (
    { userKey, sessionId, user, apiToken }: Person,
    { at, address, isNew }: { at: string; address: string; isNew: boolean },
  ) => {
    const isElsewhere = await recordUse(write, { id: sessionId, userKey, at, address })
    if (!isNew || !isElsewhere) return
    const detail = apiToken?.name ?? ''
    await audit.record({ act: 'apiTokenUsed', username: user.username, address, detail })
  }

  return {
    /** Throws `apiTokenInvalid`, or `tooManyRequests` after too many different wrong tokens of an address. */
    authenticate: async (token: string, address: string): Promise<Person> => {
      const entry = await get({ column: 'token_hash', value: hashOfToken(token) })
      if (entry) {
        note(entry, address)
        return entry.person
      }
      const isRepetition = await limiter.reject({ address, secret: token, kind: 'random' })
      if (!isRepetition)
        await audit.record({ act: 'signInFailed', username: null, address, detail: 'API token' })
      throw new AppError('apiTokenInvalid')
    },
    find: async (id: string): Promise<Person | undefined> => (await get({ column: 'id', value: id }))?.person,
    forget: (userKeys: readonly number[] | 'all') => known.forget(userKeys),
  }
}
