/** Shares: expiring links to a work, a playlist or a list of works, for people without an account. */
import * as v from 'valibot'
import { provenBy } from './fresh-proof.ts'
import { endpoint } from './kit/endpoint.ts'
import { MediaForm } from './media.ts'
import { Sharing } from './site-settings.ts'
import { RecordId } from './users.ts'
import { integer, page, pageSize, WorkId } from './values.ts'
import { maxViewNameLength, ViewSearch } from './views.ts'
import { Track, Work, WorkCard } from './works.ts'

export const shareLimits = {
  /** Active shares per user. */
  most: 50,
  /** Maximum lifetime of a share. */
  days: 90,
} as const

const ShareName = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(maxViewNameLength, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)

/** The shared content. Playlists and lists are shown in their current state whenever the link is opened. */
export const ShareTarget = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('work'), workId: WorkId }),
    v.object({ kind: v.literal('playlist'), playlistId: RecordId }),
    v.object({ kind: v.literal('list'), name: ShareName, search: ViewSearch }),
  ],
  'valueUnknown',
)
export type ShareTarget = v.InferOutput<typeof ShareTarget>
export type ShareKind = ShareTarget['kind']

export const Share = v.object({
  id: v.string(),
  target: ShareTarget,
  /** The title of the work, or the name of the playlist or list. */
  name: v.string(),
  listening: v.boolean(),
  createdAt: v.string(),
  expiresAt: v.string(),
})
export type Share = v.InferOutput<typeof Share>

const shareParams = v.object({ id: RecordId })

export const listShares = endpoint({
  method: 'GET',
  path: '/account/shares',
  access: 'member',
  rate: 'read',
  summary: 'List your shared links',
  description: 'Newest first, and what links may allow on this server.',
  response: v.object({ items: v.array(Share), sharing: Sharing }),
})

export const createShare = endpoint({
  method: 'POST',
  path: '/account/shares',
  access: 'member',
  rate: 'credential',
  status: 201,
  summary: 'Share a work, a playlist or a list of works',
  description: 'The token of the link is returned only once. Needs a fresh proof (`GET /account/proof`).',
  body: v.object({
    ...provenBy,
    target: ShareTarget,
    days: integer(1, shareLimits.days),
    listening: v.boolean('booleanExpected'),
  }),
  /** `isSeen`: whether visitors may see the work now; until then, the link opens nothing. */
  response: v.object({ ...Share.entries, token: v.string(), isSeen: v.boolean() }),
})

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/account/shares/:id',
  access: 'member',
  rate: 'write',
  summary: 'Revoke a shared link',
  description: 'Running streams end at once.',
  params: shareParams,
})

export const listAllShares = endpoint({
  method: 'GET',
  path: '/admin/shares',
  access: 'admin',
  rate: 'read',
  summary: 'List all shared links',
  query: v.object({ page: v.optional(page), pageSize: v.optional(pageSize) }),
  response: v.object({
    items: v.array(v.object({ ...Share.entries, owner: v.string() })),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})

export const revokeAnyShare = endpoint({
  method: 'DELETE',
  path: '/admin/shares/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Revoke a shared link of any user',
  params: shareParams,
})

export const revokeAllShares = endpoint({
  method: 'DELETE',
  path: '/admin/shares',
  access: 'admin',
  rate: 'write',
  summary: 'Revoke all shared links',
  response: v.object({ revoked: v.number() }),
})

/** All reads with a pass use POST, so that neither token nor pass is ever in a URL. */
const SharePass = v.pipe(v.string('textExpected'), v.regex(/^[\w.~-]{1,200}$/, 'textExpected'))

export const openShared = endpoint({
  method: 'POST',
  path: '/shared/open',
  access: 'public',
  rate: 'credential',
  summary: 'Open a shared link',
  description: 'Exchanges the token for a temporary pass. 404 if the link is unknown, expired or revoked.',
  body: v.object({ token: v.pipe(v.string('textExpected'), v.regex(/^[\w-]{1,100}$/, 'textExpected')) }),
  response: v.object({
    pass: v.string(),
    kind: v.picklist(['work', 'playlist', 'list']),
    /** The name of the playlist or list; null for a work. */
    name: v.nullable(v.string()),
    /** Whether its content can be played: through the link, or because every visitor may listen. */
    listening: v.boolean(),
    expiresAt: v.string(),
  }),
})

export const listSharedWorks = endpoint({
  method: 'POST',
  path: '/shared/works',
  access: 'public',
  rate: 'write',
  summary: 'List the works of a shared link',
  description: 'Works that both visitors and the owner of the link may see.',
  body: v.object({ pass: SharePass, page: v.optional(page), pageSize: v.optional(pageSize) }),
  response: v.object({
    items: v.array(WorkCard),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})

export const getSharedWork = endpoint({
  method: 'POST',
  path: '/shared/works/:id',
  access: 'public',
  rate: 'write',
  summary: 'Get a work of a shared link',
  description: 'With its tracks. Track links are null if the link does not allow listening.',
  params: v.object({ id: WorkId }),
  body: v.object({ pass: SharePass }),
  response: v.object({ work: Work, tracks: v.array(Track), forms: v.array(MediaForm) }),
})

export const shareEndpoints = {
  listShares,
  createShare,
  revokeShare,
  listAllShares,
  revokeAnyShare,
  revokeAllShares,
  openShared,
  listSharedWorks,
  getSharedWork,
} as const
