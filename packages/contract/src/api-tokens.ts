/** API tokens: secrets with which scripts call this API as their owner, within a scope. */
import * as v from 'valibot'
import { AppPasswordName } from './app-passwords.ts'
import { provenBy } from './fresh-proof.ts'
import { endpoint } from './kit/endpoint.ts'
import { type TokenScope, tokenScopes } from './kit/token-scope.ts'
import { RecordId } from './users.ts'
import { integer } from './values.ts'

/** Prefix of every API token, so that people and secret scanners recognize it. */
export const apiTokenPrefix = 'koe_'
export const maxApiTokens = 50
const maxDays = 3650

const TokenScopeName = v.picklist<readonly TokenScope[], string>(tokenScopes, 'valueUnknown')

/** `expiresAt` is null for a token that does not expire; `lastUsedAt` and `lastAddress` are null until it is used. */
export const ApiToken = v.object({
  id: v.string(),
  name: AppPasswordName,
  scope: TokenScopeName,
  createdAt: v.string(),
  expiresAt: v.nullable(v.string()),
  lastUsedAt: v.nullable(v.string()),
  lastAddress: v.nullable(v.string()),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/account/api-tokens',
  access: 'member',
  rate: 'read',
  summary: 'List your API tokens',
  description: 'Without secrets, newest first. Expired tokens are listed until you revoke them.',
  response: v.object({ items: v.array(ApiToken) }),
})

export const createApiToken = endpoint({
  method: 'POST',
  path: '/account/api-tokens',
  access: 'member',
  rate: 'credential',
  status: 201,
  summary: 'Create an API token',
  description:
    'The token is returned only once. It expires after `days`, or never if `days` is absent. Only administrators can create the scope `admin`. Needs a fresh proof (`GET /account/proof`).',
  body: v.object({
    ...provenBy,
    name: AppPasswordName,
    scope: TokenScopeName,
    days: v.optional(integer(1, maxDays)),
  }),
  response: v.object({ ...ApiToken.entries, token: v.string() }),
})

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/account/api-tokens/:id',
  access: 'member',
  rate: 'write',
  summary: 'Revoke an API token',
  description: 'Requests with it return 401 at once, and its running streams end.',
  params: v.object({ id: RecordId }),
})

export const apiTokenEndpoints = { listApiTokens, createApiToken, revokeApiToken }
