/** Open sessions in memory: read from the database at most once between two changes. */
import type { AgeCategory } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/schema.ts'
import type { Person } from '../../http/person.ts'
import type { Log } from '../../lib/log.ts'
import { personOf } from './person.rules.ts'
import { isIdle } from './session.rules.ts'
import { findSession, type SessionName, touchSession } from './session.store.ts'

export interface SessionSources {
  readonly read: Db
  readonly write: Db
  readonly now: () => Date
  readonly visitorCeiling: () => AgeCategory
  readonly log: Log
}

const mostKnown = 5_000
/** Uses of a session are noted this often. */
const noteEveryMs = 5 * 60_000

interface Known {
  readonly person: Person
  notedAt: number
}

export function createKnownSessions(
  { read, write, now, visitorCeiling, log }: SessionSources,
  capacity = mostKnown,
) {
  const known = new LRUCache<string, Known>({ max: capacity })
  /** Grows with every forgetting: what was read before one must not be kept after it. */
  let forgotten = 0

  const fetchPerson = async (name: SessionName): Promise<Person | undefined> => {
    const before = forgotten
    const found = await findSession(read, name)
    if (found?.user.status !== 'active') return undefined
    const person = personOf({ ...found, visitorCeiling: visitorCeiling() })
    const kept = { person, notedAt: Date.parse(found.session.last_used_at) }
    if (isOver(kept)) return undefined
    if (before === forgotten) known.set(keyOf(name), kept)
    note(kept)
    return person
  }

  const isOver = ({ person, notedAt }: Known) =>
    person.expiresAt <= now().getTime() || isIdle(person.user.role, notedAt, now().getTime())

  const note = (kept: Known) => {
    const at = now().getTime()
    if (at - kept.notedAt < noteEveryMs) return
    kept.notedAt = at
    const { sessionKey, userKey } = kept.person
    touchSession(write, { sessionKey, userKey, at: new Date(at).toISOString() }).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of a session was not noted'),
    )
  }

  return {
    get: (name: SessionName): Person | undefined | Promise<Person | undefined> => {
      const kept = known.get(keyOf(name))
      if (!kept) return fetchPerson(name)
      if (isOver(kept)) return undefined
      note(kept)
      return kept.person
    },
    forget: (userKeys: readonly number[] | 'all') => {
      forgotten += 1
      if (userKeys === 'all') known.clear()
      else
        for (const [key, { person }] of [...known]) if (userKeys.includes(person.userKey)) known.delete(key)
    },
  }
}

const keyOf = ({ column, value }: SessionName) => `${column} ${value}`
