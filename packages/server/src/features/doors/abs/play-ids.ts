/** Creates and checks playback session IDs. All nodes agree on which IDs give access to audio files (ADR 0073, ADR 0079). */
import { writeInTurn } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import type { Person } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/vault.ts'
import type { Sessions } from '../../auth/sessions.ts'
import { insertClosedPlay, isPlayClosed } from './closed-plays.store.ts'
import { type PlayIdentity, playIdOf, readPlayId } from './play-id.rules.ts'

export interface PlayIds {
  readonly make: (named: PlayIdentity) => string
  /**
   * Throws `notFound` if the session belongs to another user, as far as its login session is known. Returns undefined for IDs of
   * earlier versions.
   */
  readonly check: (id: string, person: Person) => Promise<PlayIdentity | undefined>
  /** Returns what the session plays; undefined if the ID is forged or expired. */
  readonly read: (id: string) => PlayIdentity | undefined
  readonly isClosed: (id: string) => Promise<boolean>
  /** Closes the session, and ends its running transfers. */
  readonly close: (id: string, person: Person) => Promise<void>
}

export interface PlayIdSources {
  readonly db: Db
  readonly write: Db
  readonly sessions: Sessions
  readonly vault: Vault
  readonly now: () => Date
}

/** audiobookshelf closes idle sessions after the same time. */
const maxSoundMs = 36 * 3_600_000

export function createPlayIds({ db, write, sessions, vault, now }: PlayIdSources): PlayIds {
  const digest = (text: string) => vault.digest(text, 'absPlay')
  const endOf = ({ startedMs }: PlayIdentity) => startedMs + maxSoundMs
  const read = (id: string) => {
    const named = readPlayId(id, digest)
    return named && now().getTime() < endOf(named) ? named : undefined
  }

  return {
    make: (named) => playIdOf(named, newId(), digest),
    check: async (id, { userKey }) => {
      const named = readPlayId(id, digest)
      const person = named && (await sessions.find(named.sessionId))
      if (person && person.userKey !== userKey) throw new AppError('notFound')
      return named
    },
    read,
    isClosed: (id) => isPlayClosed(db, id),
    close: async (id, { userKey }) => {
      const named = read(id)
      if (!named) return
      const { sessionId } = named
      const play = { id, userKey, sessionId, expiresAt: new Date(endOf(named)).toISOString() }
      await writeInTurn(write, (tx) => insertClosedPlay(tx, play, now().toISOString()))
      sessions.forget([userKey])
    },
  }
}
