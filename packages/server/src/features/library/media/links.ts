/**
 * Holds the signing keys of links, kept in step with the database, and decides who may listen. The right is checked when a link is issued,
 * when it is used, and while its file is sent.
 */

import { basePath } from '@koedana/contract/base-path.ts'
import { type AgeCategory, ageCategories, roleOf, type ViewerFilters } from '@koedana/contract/values.ts'
import { appendChanges } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { getOrCreateSecret, readSettings, saveSealed, saveSetting } from '../../../db/settings.store.ts'
import { canVisitorsListen } from '../../../domain/listening.rules.ts'
import type { Context, Person, ShareAccess } from '../../../http/context.ts'
import { newId, newToken } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/vault.ts'
import type { Dictionary } from '../../entities/dictionary.ts'
import type { SiteSettings } from '../../settings/site.ts'
import type { OpenStorage } from '../../storages/open-storages.ts'
import { lastPart } from '../../storages/path.rules.ts'
import type { Caller } from '../../works/viewers.ts'
import type { TrackConverter } from '../forms/forms.ts'
import type { AccelRedirect } from './accel-redirect.ts'
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
  readonly epoch: () => string
  /** Increases whenever links issued earlier become invalid. */
  readonly version: () => number
  readonly signCover: SignCover
  /** Returns the age category for which the link was issued; undefined for an invalid or ended link. */
  readonly readCover: (link: CoverLink) => AgeCategory | undefined
  readonly signCoverToken: (claim: CoverTokenClaim, age: AgeCategory, now: Date) => string
  readonly readCoverToken: (given: {
    readonly workId: string
    readonly token: string
    readonly now: Date
  }) => CoverToken | undefined
  /** Invalidates every link. Runs in the caller's transaction; call `refresh` after the commit. */
  readonly renewSecret: (tx: Db) => Promise<void>
  readonly refresh: () => Promise<void>
}

export type SignCover = (cover: Omit<CoverLink, 'signature'>, age: AgeCategory) => string

export async function openLinks(db: Db, vault: Vault): Promise<Links> {
  let keys = await readKeys(db, vault)
  let version = 0
  let begunReads = 0
  let appliedRead = 0
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
      begunReads += 1
      const turn = begunReads
      const read = await readKeys(db, vault)
      // A read that began earlier but ended later has older values.
      if (turn < appliedRead) return
      appliedRead = turn
      if (JSON.stringify(read) === JSON.stringify(keys)) return
      keys = read
      version += 1
    },
  }
}

/** Invalidates cover links of these ages. Runs in the caller's transaction; call `refresh` after the commit. */
export async function endCoverLinks(tx: Db, ages: readonly AgeCategory[]): Promise<void> {
  for (const age of ages) await saveSetting(tx, epochNames[age], newId())
  if (ages.length > 0) await appendChanges(tx, 'site', [0])
}

const epochNames: Readonly<Record<AgeCategory, string>> = {
  all: 'coverEpoch.all',
  r15: 'coverEpoch.r15',
  r18: 'coverEpoch.r18',
}

/** Reads the keys. The epoch of covers is `''` until links are ended for the first time. */
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

export type VisibleWorks = (
  keys: readonly number[],
  caller: Caller,
  choices?: ViewerFilters,
) => Promise<ReadonlySet<number>>

export interface MediaSources {
  readonly db: Db
  readonly dictionary: Dictionary
  readonly secret: () => string
  /** Returns the epoch of visitors' links; a new value ends all links issued before. */
  readonly epoch: () => string
  readonly now: () => Date
  readonly site: Pick<SiteSettings, 'current'>
  /** Whether the configuration makes this server reachable from other machines. */
  readonly isPublished: boolean
  /** Finds a session by its public ID while it is open. */
  readonly findPerson: (sessionId: string) => Promise<Person | undefined>
  /** Finds what a share grants while it is open. */
  readonly findLent: (shareId: string) => Promise<ShareAccess | undefined>
  readonly streams: OpenStreams
  readonly openStorage: OpenStorage
  readonly forms: TrackConverter
  readonly handOver?: AccelRedirect | undefined
  /**
   * Checks the index and the database rows, which may be newer. Links outlive a change of visibility, so it is checked again when they are
   * used.
   */
  readonly visibleWorks: VisibleWorks
}

/** Returns whether a caller may listen: members always; visitors and guests if the site settings or a share allow it. */
export function mayListen(
  { site, isPublished }: MediaSources,
  person: Person | undefined,
  context: Context,
): boolean {
  const isMember = person !== undefined && person.user.role !== roleOf.guest
  if (isMember || context.lent?.mayListen) return true
  return canVisitorsListen({ ...site.current(), isPublished }, context)
}

export interface LinksFor {
  readonly file: (file: Pick<TrackRow, 'id' | 'path'>) => string
  readonly archive: (workId: string) => string
}

/** Returns the subject for which a link to an archive is signed. No file has an ID with this form. */
export const archiveSubject = (workId: string): string => `archive ${workId}`

/** Returns a signer of links for the caller; undefined if they may not listen. */
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

export type ListeningRight =
  /** The end of the session or share, in milliseconds since 1970; infinite for visitors. */
  | {
      readonly type: 'granted'
      readonly until: number
      readonly person: Person | undefined
      readonly lent?: ShareAccess | undefined
    }
  /** The session or share ended, or the listener lost the right to listen. */
  | { readonly type: 'ended' }
  | { readonly type: 'hidden' }

/** Returns the holder's current right to listen to a work. */
export async function findRight(sources: MediaSources, holder: Holder): Promise<ListeningRight> {
  const { session, share, workKey, context } = holder
  if (share !== undefined) return findShareRight(sources, share, holder)
  const person = session === undefined ? undefined : await sources.findPerson(session)
  if (session !== undefined && !person) return { type: 'ended' }
  if (!mayListen(sources, person, context)) return { type: 'ended' }
  const caller = { person, locale: context.locale }
  if (!(await sources.visibleWorks([workKey], caller)).has(workKey)) return { type: 'hidden' }
  return { type: 'granted', person, until: person?.expiresAt ?? Number.POSITIVE_INFINITY }
}

async function findShareRight(
  sources: MediaSources,
  share: string,
  { workKey, context }: Pick<Holder, 'workKey' | 'context'>,
): Promise<ListeningRight> {
  const lent = await sources.findLent(share)
  if (!lent || !mayListen(sources, undefined, { ...context, lent })) return { type: 'ended' }
  if (!(await lent.holds([workKey], context.locale)).has(workKey)) return { type: 'hidden' }
  return { type: 'granted', person: undefined, lent, until: lent.expiresAt }
}
