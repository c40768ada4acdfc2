/**
 * Keeps what signed links are made with, in memory and kept in step with the database, and who may hear what: checked when
 * a link is given, when it is used, and while its file is sent.
 */

import { basePath } from '@koedana/contract/base-path.ts'
import { type AgeCategory, ageCategories, type Choices, roleOf } from '@koedana/contract/values.ts'
import { appendChanges } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { getOrCreateSecret, readSettings, saveSealed, saveSetting } from '../../../db/settings.store.ts'
import { mayVisitorsListen } from '../../../domain/listening.rules.ts'
import type { Context, Lent, Person } from '../../../http/context.ts'
import { newId, newToken } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/vault.ts'
import type { Dictionary } from '../../entities/dictionary.ts'
import type { SiteSettings } from '../../settings/site.ts'
import type { OpenStorage } from '../../storages/open-storages.ts'
import { lastPart } from '../../storages/path.rules.ts'
import type { Caller } from '../../works/viewers.ts'
import type { Forms } from '../forms/forms.ts'
import type { HandOver } from './hand-over.ts'
import type { OpenStreams } from './open-streams.ts'
import {
  type CoverLink,
  type CoverToken,
  type CoverTokenClaim,
  expiryFor,
  type LinkHolder,
  readCoverLink,
  readCoverToken,
  signCover,
  signCoverToken,
  signMedia,
} from './signing.rules.ts'
import type { TrackRow } from './tracks.store.ts'

export interface Links {
  readonly secret: () => string
  /** Returns the epoch of the visitors. */
  readonly epoch: () => string
  /** Changes whenever links that were given before are over. */
  readonly version: () => number
  readonly signCover: SignCover
  /** Returns the age that a cover's link was given for; undefined for one that never was given, or is over. */
  readonly readCover: (link: CoverLink) => AgeCategory | undefined
  readonly signCoverToken: (claim: CoverTokenClaim, age: AgeCategory, now: Date) => string
  readonly readCoverToken: (given: {
    readonly workId: string
    readonly token: string
    readonly now: Date
  }) => CoverToken | undefined
  /** Runs inside a transaction of the caller's; call `refresh` once it stands. Every link that was ever given is over. */
  readonly renewSecret: (tx: Db) => Promise<void>
  readonly refresh: () => Promise<void>
}

export type SignCover = (cover: Omit<CoverLink, 'signature'>, age: AgeCategory) => string

export async function openLinks(db: Db, vault: Vault): Promise<Links> {
  let keys = await readKeys(db, vault)
  let version = 0
  let begun = 0
  let applied = 0
  return {
    secret: () => keys.secret,
    epoch: () => keys.visitors,
    version: () => version,
    signCover: (cover, age) => signCover(keys.secret, { ...cover, age, epoch: keys.covers[age] }),
    readCover: (link) => readCoverLink(keys.secret, link, keys.covers),
    signCoverToken: (claim, age, now) =>
      signCoverToken(keys.secret, claim, { age, epoch: keys.covers[age], now }),
    readCoverToken: (given) => readCoverToken(keys.secret, given, keys.covers),
    renewSecret: async (tx) => {
      await saveSealed(tx, vault, { name: 'linkSecret', value: newToken() })
      await appendChanges(tx, 'site', [0])
    },
    refresh: async () => {
      begun += 1
      const turn = begun
      const read = await readKeys(db, vault)
      // One that began earlier and ends later knows less.
      if (turn < applied) return
      applied = turn
      if (JSON.stringify(read) === JSON.stringify(keys)) return
      keys = read
      version += 1
    },
  }
}

/** Runs inside a transaction of the caller's; call `refresh` once it stands. Covers of these ages get other links. */
export async function endCoverLinks(tx: Db, ages: readonly AgeCategory[]): Promise<void> {
  for (const age of ages) await saveSetting(tx, epochNames[age], newId())
  if (ages.length > 0) await appendChanges(tx, 'site', [0])
}

const epochNames: Readonly<Record<AgeCategory, string>> = {
  all: 'coverEpoch.all',
  r15: 'coverEpoch.r15',
  r18: 'coverEpoch.r18',
}

/** An epoch that nothing ended yet has no name. */
async function readKeys(db: Db, vault: Vault) {
  const secret = await getOrCreateSecret(db, vault, 'linkSecret')
  const visitors = await getOrCreateSecret(db, vault, 'visitorEpoch')
  const named = await readSettings(
    db,
    ageCategories.map((age) => epochNames[age]),
  )
  const epochOf = (age: AgeCategory) => named[epochNames[age]] ?? ''
  return { secret, visitors, covers: { all: epochOf('all'), r15: epochOf('r15'), r18: epochOf('r18') } }
}

/** Links to audio, and the audio itself, are made from this. */
export type VisibleWorks = (
  keys: readonly number[],
  caller: Caller,
  choices?: Choices,
) => Promise<ReadonlySet<number>>

export interface MediaSources {
  readonly db: Db
  readonly dictionary: Dictionary
  readonly secret: () => string
  /** Returns the epoch of the visitors; a new value ends every link given before. */
  readonly epoch: () => string
  readonly now: () => Date
  readonly site: Pick<SiteSettings, 'current'>
  /** Whether others than this machine are meant to come, by the configuration. */
  readonly isPublished: boolean
  /** Finds a session by its public id, as long as it is open. */
  readonly findPerson: (sessionId: string) => Promise<Person | undefined>
  /** Finds what a share lends, as long as it is open. */
  readonly findLent: (shareId: string) => Promise<Lent | undefined>
  readonly streams: OpenStreams
  readonly openStorage: OpenStorage
  readonly forms: Forms
  /** It is undefined where we send all files ourselves. */
  readonly handOver?: HandOver | undefined
  /**
   * Finds the works among these that the caller may see, by the index and by their rows, which may be newer. Links
   * outlive a change of what somebody may see, so it is checked again.
   */
  readonly visibleWorks: VisibleWorks
}

/** Visitors and guests as the site says, or by a share that is for listening; whoever has an account may. */
export function mayListen(
  { site, isPublished }: MediaSources,
  person: Person | undefined,
  context: Context,
): boolean {
  const isMember = person !== undefined && person.user.role !== roleOf.guest
  if (isMember || context.lent?.mayListen) return true
  return mayVisitorsListen({ ...site.current(), isPublished }, context)
}

export interface LinksFor {
  readonly file: (file: Pick<TrackRow, 'id' | 'path'>) => string
  /** Signs by the public id of a work. */
  readonly archive: (workId: string) => string
}

/** A link to the archive of a work is signed for this: no file has such an id. */
export const archiveSubject = (workId: string): string => `archive ${workId}`

/** Gives links to the caller; undefined for one who may not listen. */
export function linksFor(sources: MediaSources, context: Context): LinksFor | undefined {
  const { person, lent, subPath } = context
  if (!mayListen(sources, person, context)) return undefined
  const { secret, epoch, now } = sources
  const signedWith = secret()
  const endsMs = (person ?? lent)?.expiresAt ?? Number.POSITIVE_INFINITY
  const claim = {
    session: person?.sessionId,
    share: lent?.shareId,
    epoch: epoch(),
    expiresAt: Math.min(expiryFor(now()), Math.floor(endsMs / 1000)),
  }
  const signed = (fileId: string) => signMedia(signedWith, { ...claim, fileId })
  return {
    file: ({ id, path }) =>
      `${subPath}${basePath}/media/${id}/${encodeURIComponent(lastPart(path))}?s=${signed(id)}`,
    archive: (workId) => `${subPath}${basePath}/works/${workId}/archive?s=${signed(archiveSubject(workId))}`,
  }
}

export interface Holder extends LinkHolder {
  readonly workKey: number
  readonly context: Context
}

export type Right =
  /** `until`: the end of the session or share, in milliseconds since 1970; infinite for visitors. */
  | {
      readonly is: 'granted'
      readonly until: number
      readonly person: Person | undefined
      readonly lent?: Lent | undefined
    }
  /** The session or share is over, or the listener may not listen any more. */
  | { readonly is: 'ended' }
  | { readonly is: 'hidden' }

/** The right to listen at this moment. */
export async function rightTo(sources: MediaSources, holder: Holder): Promise<Right> {
  const { session, share, workKey, context } = holder
  if (share !== undefined) return rightByShare(sources, share, holder)
  const person = session === undefined ? undefined : await sources.findPerson(session)
  if (session !== undefined && !person) return { is: 'ended' }
  if (!mayListen(sources, person, context)) return { is: 'ended' }
  const caller = { person, locale: context.locale }
  if (!(await sources.visibleWorks([workKey], caller)).has(workKey)) return { is: 'hidden' }
  return { is: 'granted', person, until: person?.expiresAt ?? Number.POSITIVE_INFINITY }
}

async function rightByShare(
  sources: MediaSources,
  share: string,
  { workKey, context }: Pick<Holder, 'workKey' | 'context'>,
): Promise<Right> {
  const lent = await sources.findLent(share)
  if (!lent || !mayListen(sources, undefined, { ...context, lent })) return { is: 'ended' }
  if (!(await lent.holds([workKey], context.locale)).has(workKey)) return { is: 'hidden' }
  return { is: 'granted', person: undefined, lent, until: lent.expiresAt }
}
