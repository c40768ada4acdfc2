/** Single sign-on with OpenID Connect, and the identities of accounts at the provider. */
import * as v from 'valibot'
import { provenBy } from './fresh-proof.ts'
import { endpoint } from './kit/endpoint.ts'
import { LoginResult } from './session.ts'
import { RecordId } from './users.ts'

const text = (most: number) =>
  v.pipe(
    v.string('textExpected'),
    v.trim(),
    v.maxLength(most, 'textTooLong'),
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
  )

/** Accepted values of a claim: names of groups or roles. */
const values = v.pipe(v.array(text(200)), v.maxLength(50, 'listTooLong'))

/** Issuers are compared exactly, so the address has no query and no fragment. */
const Issuer = v.pipe(
  text(300),
  v.check(
    (given) => given === '' || (/^https?:\/\/[^\s?#]+$/.test(given) && URL.canParse(given)),
    'urlExpected',
  ),
)

export const OidcSettings = v.object({
  enabled: v.boolean('booleanExpected'),
  issuer: Issuer,
  clientId: text(255),
  /** Separated by spaces; `openid` is always added. */
  scopes: text(300),
  /** Text of the button on the login page; empty for the default. */
  label: text(40),
  /** The claim with roles or groups, with dots for nested objects; empty: roles are set only on this server. */
  roleClaim: text(200),
  /** Users with one of these are administrators; all others are not. */
  adminValues: values,
  /** Only users with one of these, and administrators, may log in; if empty, everyone may. */
  memberValues: values,
  /** The claim that decides the age limit; empty: age limits are set only on this server. */
  ceilingClaim: text(200),
  /** Users with none of these see only works for all ages. */
  r15Values: values,
  r18Values: values,
  createsAccounts: v.boolean('booleanExpected'),
  /** Whether a new user is linked to the account with the same name; never to an administrator. */
  linksByUsername: v.boolean('booleanExpected'),
  /** Whether a new user is linked to the account for which another provider confirmed the same email address. */
  linksByEmail: v.boolean('booleanExpected'),
  /** Whether members can only log in this way; administrators can still use passwords. */
  isOnly: v.boolean('booleanExpected'),
})
export type OidcSettings = v.InferOutput<typeof OidcSettings>

export const oidcFields = [
  'enabled',
  'issuer',
  'clientId',
  'scopes',
  'label',
  'roleClaim',
  'adminValues',
  'memberValues',
  'ceilingClaim',
  'r15Values',
  'r18Values',
  'createsAccounts',
  'linksByUsername',
  'linksByEmail',
  'isOnly',
  'clientSecret',
] as const
export type OidcField = (typeof oidcFields)[number]

/** `fixed`: set by environment variables, so they cannot be changed here. `callbackUrl` must be registered with the provider. */
export const ShownOidcSettings = v.object({
  ...OidcSettings.entries,
  hasSecret: v.boolean(),
  fixed: v.array(v.picklist(oidcFields)),
  callbackUrl: v.string(),
  signedOutUrl: v.string(),
})
export type ShownOidcSettings = v.InferOutput<typeof ShownOidcSettings>

/** The secret of a client; null for a public client. */
const ClientSecret = v.nullable(v.pipe(text(1_000), v.nonEmpty('required')))

export const startOidc = endpoint({
  method: 'GET',
  path: '/auth/oidc/start',
  access: 'public',
  rate: 'credential',
  summary: 'Start single sign-on',
  description:
    'Redirects to the provider, and finally to `/auth/provider`, which calls `POST /auth/oidc/complete`. `again` requests a new authentication.',
  /** `again`: the provider must authenticate the user again. */
  query: v.object({ redirect: v.optional(v.string()), again: v.optional(v.boolean('booleanExpected')) }),
})

/** A loose object, because providers add fields of their own. */
export const returnFromOidc = endpoint({
  method: 'GET',
  path: '/auth/oidc/callback',
  access: 'public',
  rate: 'credential',
  summary: 'Redirect address for the provider',
  description: 'Valid once, in the browser that started.',
  query: v.looseObject({
    code: v.optional(v.string()),
    state: v.optional(v.string()),
    iss: v.optional(v.string()),
    error: v.optional(v.string()),
  }),
})

export const completeOidc = endpoint({
  method: 'POST',
  path: '/auth/oidc/complete',
  access: 'public',
  rate: 'credential',
  summary: 'Complete single sign-on',
  description: 'Returns the session once, or the reason why there is none. Null: an identity was linked.',
  response: v.object({ signedIn: v.nullable(LoginResult), redirect: v.string() }),
})

export const startProxy = endpoint({
  method: 'GET',
  path: '/auth/proxy',
  access: 'public',
  rate: 'credential',
  summary: 'Start sign-in through a proxy',
  description:
    'Browsers open this address behind the sign-in of the proxy. It redirects to `/auth/provider`, which calls `POST /auth/oidc/complete`.',
  query: v.object({ redirect: v.optional(v.string()) }),
})

export const signInByProxy = endpoint({
  method: 'POST',
  path: '/auth/proxy',
  access: 'public',
  rate: 'credential',
  summary: 'Log in through a trusted proxy',
  description:
    'For the user named in `PROXY_USER_HEADER`, together with the secret of the proxy. 404 for everyone else.',
  response: LoginResult,
})

export const Identity = v.object({
  id: v.string(),
  issuer: v.string(),
  /** The provider's name for this user. */
  name: v.string(),
  linkedAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
})
export type Identity = v.InferOutput<typeof Identity>

export const listIdentities = endpoint({
  method: 'GET',
  path: '/account/identities',
  access: 'member',
  rate: 'read',
  summary: 'List your linked identities',
  response: v.object({
    items: v.array(Identity),
    hasPassword: v.boolean(),
    /** Whether the current provider can be linked. */
    canLink: v.boolean(),
    /** Address that also ends the provider's session; null if this session is not from the provider, or it offers no logout. */
    logoutUrl: v.nullable(v.string()),
  }),
})

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/account/identities',
  access: 'member',
  rate: 'credential',
  summary: 'Start linking an identity',
  description: 'Returns the address of the provider. Needs a fresh proof (`GET /account/proof`).',
  body: v.object(provenBy),
  response: v.object({ url: v.string() }),
})

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/account/identities/:id',
  access: 'member',
  rate: 'write',
  summary: 'Unlink an identity',
  description: 'Ends other sessions that were opened with it. 409 if it is the only way to log in.',
  params: v.object({ id: RecordId }),
})

export const getOidcSettings = endpoint({
  method: 'GET',
  path: '/admin/settings/oidc',
  access: 'admin',
  rate: 'read',
  summary: 'Get the single sign-on settings',
  description: 'Without the client secret.',
  response: ShownOidcSettings,
})

export const updateOidcSettings = endpoint({
  method: 'PATCH',
  path: '/admin/settings/oidc',
  access: 'admin',
  rate: 'write',
  summary: 'Change the single sign-on settings',
  description: 'Absent fields stay unchanged. Another issuer or client needs its secret again.',
  body: v.object({ ...v.partial(OidcSettings).entries, clientSecret: v.optional(ClientSecret) }),
  response: ShownOidcSettings,
})

export const checkOidc = endpoint({
  method: 'POST',
  path: '/admin/settings/oidc-check',
  access: 'admin',
  rate: 'write',
  summary: 'Test the single sign-on settings',
  description: 'Reads the metadata of the provider and reports problems.',
  response: v.object({
    /** An error code of this server or of the provider; null if there is no problem. */
    fault: v.nullable(v.string()),
    /** Whether sessions can be ended there. */
    canLogOut: v.boolean(),
    /** Configured scopes that the provider does not list. */
    unknownScopes: v.array(v.string()),
  }),
})

export const oidcEndpoints = {
  startOidc,
  returnFromOidc,
  completeOidc,
  startProxy,
  signInByProxy,
  listIdentities,
  linkIdentity,
  unlinkIdentity,
  getOidcSettings,
  updateOidcSettings,
  checkOidc,
} as const
