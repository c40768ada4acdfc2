/** Access keys: secret codes that register accounts. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { AdminSearch, RecordId } from './users.ts'
import { AgeCategory, Instant, integer, KeyState, Platform, page, pageSize, platforms } from './values.ts'

/** `count` is the number of uses granted; a key without platforms can be redeemed on any. */
export const Key = v.object({
  id: v.string(),
  code: v.string(),
  platforms: v.array(Platform),
  count: v.number(),
  usedCount: v.number(),
  leftCount: v.number(),
  /** The state by the server's clock. */
  state: KeyState,
  /** The age limit of accounts registered with it; null for the site default (`newAccountCeiling`). */
  ceiling: v.nullable(AgeCategory),
  note: v.string(),
  expiresAt: v.nullable(v.string()),
  createdAt: v.string(),
})
export type Key = v.InferOutput<typeof Key>

export const keySorts = ['createdAtDesc', 'leftCountDesc', 'usedCountDesc', 'expiresAtAsc'] as const
export const KeySort = v.picklist(keySorts, 'sortUnknown')
export type KeySort = v.InferOutput<typeof KeySort>

export const listKeys = endpoint({
  method: 'GET',
  path: '/admin/keys',
  access: 'admin',
  rate: 'read',
  summary: 'List access keys',
  query: v.object({
    q: v.optional(AdminSearch),
    state: v.optional(KeyState),
    sort: v.optional(KeySort),
    page: v.optional(page),
    pageSize: v.optional(pageSize),
  }),
  response: v.object({ items: v.array(Key), total: v.number(), page: v.number(), pageSize: v.number() }),
})

export const maxUses = 100_000

const count = integer(1, maxUses)
const note = v.pipe(
  v.string('textExpected'),
  v.maxLength(200, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)
const onPlatforms = v.pipe(v.array(Platform), v.maxLength(platforms.length, 'listTooLong'))

export const maxKeysAtOnce = 500

export const NewKeys = v.object({
  /** How many identical keys to create. */
  quantity: v.optional(integer(1, maxKeysAtOnce)),
  count,
  platforms: v.optional(onPlatforms),
  ceiling: v.optional(v.nullable(AgeCategory)),
  note: v.optional(note),
  expiresAt: v.optional(v.nullable(Instant)),
})
export type NewKeys = v.InferOutput<typeof NewKeys>

export const createKeys = endpoint({
  method: 'POST',
  path: '/admin/keys',
  access: 'admin',
  rate: 'write',
  status: 201,
  summary: 'Create access keys',
  body: NewKeys,
  response: v.object({ items: v.array(Key) }),
})

/** Absent fields stay unchanged. */
export const KeyChange = v.object({
  count: v.optional(count),
  platforms: v.optional(onPlatforms),
  ceiling: v.optional(v.nullable(AgeCategory)),
  note: v.optional(note),
  expiresAt: v.optional(v.nullable(Instant)),
})

export const updateKey = endpoint({
  method: 'PATCH',
  path: '/admin/keys/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Change an access key',
  description: 'The count cannot be lower than the uses so far (422).',
  params: v.object({ id: RecordId }),
  body: KeyChange,
  response: Key,
})

export const deleteKeys = endpoint({
  method: 'DELETE',
  path: '/admin/keys',
  access: 'admin',
  rate: 'write',
  summary: 'Delete the selected access keys',
  description: 'Accounts created with them stay.',
  query: v.object({
    ids: v.pipe(v.array(RecordId), v.minLength(1, 'required'), v.maxLength(500, 'listTooLong')),
  }),
})

export const maxRedemptions = 1_000

export const Redemption = v.object({
  /** Null once the account is deleted. */
  user: v.nullable(v.object({ id: v.string(), username: v.string() })),
  platform: Platform,
  address: v.string(),
  redeemedAt: v.string(),
})
export type Redemption = v.InferOutput<typeof Redemption>

export const listRedemptions = endpoint({
  method: 'GET',
  path: '/admin/keys/:id/redemptions',
  access: 'admin',
  rate: 'read',
  summary: 'List redemptions of an access key',
  description: 'The latest thousand.',
  params: v.object({ id: RecordId }),
  response: v.object({ items: v.array(Redemption) }),
})
