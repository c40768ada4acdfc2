/**
 * Decides what a share grants: works that it names, that visitors may see, and that its owner may see at that moment. Shares end when
 * the owner's account is deleted, disabled or becomes a guest, and while the site does not allow sharing.
 */
import type { ShareTarget } from '@koedana/contract/shares.ts'
import type { Locale } from '@koedana/contract/values.ts'
import { toIndexFilter } from '../../domain/query.rules.ts'
import type { ShareAccess } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashOfToken } from '../../lib/ids.ts'
import { choicesOf } from '../auth/person.rules.ts'
import type { VisibleWorks } from '../library/media/links.ts'
import { readMediaLink, signMedia } from '../library/media/signing.rules.ts'
import { findPlaylist, listItemOrder, type PlaylistRow } from '../playlists/playlists.store.ts'
import type { SiteSettings } from '../settings/site.ts'
import { readSearch } from '../views/view.rules.ts'
import type { WorkSources } from '../works/viewers.ts'
import { findOpenShare, type OwnedShare, type ShareName, type ShareRow } from './shares.store.ts'

export interface OpenShare extends ShareAccess {
  readonly target: ShareTarget
  /** The current playlist; undefined for other kinds of targets. */
  readonly playlist: PlaylistRow | undefined
}

export interface Shares {
  /** Both return undefined if the share has expired or never existed. */
  readonly findByToken: (token: string) => Promise<OpenShare | undefined>
  readonly findLent: (shareId: string) => Promise<OpenShare | undefined>
  /** Returns a signed pass that grants access to the share for some hours. */
  readonly passFor: (shared: ShareAccess) => string
  /** Throws `notFound` if the pass is invalid or expired, or if its share has ended. */
  readonly readPass: (pass: string) => Promise<OpenShare>
}

export interface ShareSources extends Pick<WorkSources, 'db' | 'catalogue' | 'dictionary' | 'viewers'> {
  readonly site: Pick<SiteSettings, 'current'>
  readonly visibleWorks: VisibleWorks
  readonly now: () => Date
  /** The key that signs file links also signs passes: "End all links" ends all passes. */
  readonly secret: () => string
  readonly epoch: () => string
}

/** Lifetime of a pass: an evening. After that, the page exchanges the token again. */
const passSeconds = 6 * 3600
/** The subject for which passes are signed. No file has such an ID. */
const passSubject = 'shared pass'

export function createShares(sources: ShareSources): Shares {
  const { db, site, now, secret, epoch } = sources

  const find = async (name: ShareName): Promise<OpenShare | undefined> => {
    const { sharing } = site.current()
    if (sharing === 'off') return undefined
    const found = await findOpenShare(db, name, now().toISOString())
    if (!found) return undefined
    const target = targetOf(found.share)
    const playlist = target.kind === 'playlist' ? await ownPlaylist(sources, found.share) : undefined
    if (target.kind === 'playlist' && !playlist) return undefined
    return grantShare(sources, { ...found, target, playlist, mayListen: sharing === 'listen' })
  }

  const findLent: Shares['findLent'] = (value) => find({ column: 'id', value })
  return {
    findByToken: (token) => find({ column: 'token_hash', value: hashOfToken(token) }),
    findLent,
    passFor: ({ shareId, expiresAt }) => {
      const ends = Math.min(now().getTime() / 1000 + passSeconds, expiresAt / 1000)
      const claim = { fileId: passSubject, share: shareId, epoch: epoch(), expiresAt: Math.floor(ends) }
      return signMedia(secret(), claim)
    },
    readPass: async (signature) => {
      const read = readMediaLink(secret(), { fileId: passSubject, epoch: epoch(), signature, now: now() })
      const shared = read?.share === undefined ? undefined : await findLent(read.share)
      if (!shared) throw new AppError('notFound')
      return shared
    },
  }
}

export function targetOf({ kind, target, name }: ShareRow): ShareTarget {
  if (kind === 'work') return { kind, workId: target }
  if (kind === 'playlist') return { kind, playlistId: target }
  return { kind, name, search: readSearch(target) }
}

/** Returns the playlist of a share. Only the owner may share a playlist by link, even one that the whole server can see. */
async function ownPlaylist(
  { db }: ShareSources,
  { target, user_key }: ShareRow,
): Promise<PlaylistRow | undefined> {
  const row = await findPlaylist(db, target, user_key)
  return row?.user_key === user_key ? row : undefined
}

interface ShareGrant extends OwnedShare, Pick<OpenShare, 'target' | 'playlist' | 'mayListen'> {}

function grantShare(
  sources: ShareSources,
  { share, owner, exclusions, target, playlist, mayListen }: ShareGrant,
): OpenShare {
  const limits = { ceiling: owner.age_restriction, choices: choicesOf(owner, exclusions) }
  return {
    ...limits,
    shareId: share.id,
    expiresAt: Date.parse(share.expires_at),
    mayListen: mayListen && share.listening === 1,
    target,
    playlist,
    holds: async (keys, locale) => {
      const caller = { person: undefined, lent: limits, locale }
      const visible = await sources.visibleWorks(keys, caller)
      const named = await filterNamed(sources, { target, playlist, visible: [...visible], limits, locale })
      return new Set(keys.filter((key) => named.has(key)))
    },
  }
}

interface Naming extends Pick<OpenShare, 'target' | 'playlist'> {
  readonly visible: readonly number[]
  readonly limits: Pick<ShareAccess, 'ceiling' | 'choices'>
  readonly locale: Locale
}

/** Returns which of the given works the share names. */
async function filterNamed(
  sources: ShareSources,
  { target, playlist, visible, limits, locale }: Naming,
): Promise<ReadonlySet<number>> {
  if (target.kind === 'work') {
    const key = sources.dictionary.findKey('works', target.workId)
    return new Set(visible.filter((one) => one === key))
  }
  if (target.kind === 'playlist') {
    const items = playlist ? await listItemOrder(sources.db, [playlist.key]) : []
    const keys = new Set(items.map(({ work_key }) => work_key))
    return new Set(visible.filter((key) => keys.has(key)))
  }
  const { sort: _sort, period: _period, ...filter } = target.search
  const viewer = sources.viewers.viewer({ person: undefined, lent: limits, locale }, filter)
  const matches = (key: number) => {
    const only = [{ name: `work ${key}`, keys: new Set([key]), isWanted: true }]
    const wanted = toIndexFilter(filter, sources.dictionary.findKey, only)
    return sources.catalogue.current().count(wanted, viewer) > 0
  }
  return new Set(visible.filter(matches))
}
