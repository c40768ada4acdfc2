import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { AgeCategory, Registration } from './values.ts'

export const getLive = endpoint({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  rate: 'uncounted',
  summary: 'Check that the process runs',
  response: v.object({ live: v.literal(true) }),
})

export const getReady = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  rate: 'uncounted',
  summary: 'Check that the server can handle requests',
  description: '503 while the index is not loaded or the database does not respond.',
  response: v.object({ ready: v.literal(true) }),
})

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  rate: 'read',
  summary: 'Get this API description',
  response: v.looseObject({ openapi: v.string() }),
})

export const getAbout = endpoint({
  method: 'GET',
  path: '/about',
  access: 'public',
  rate: 'read',
  summary: 'Get name, version and license of this server',
  response: v.object({
    name: v.string(),
    version: v.string(),
    licence: v.string(),
    registration: Registration,
    /** Whether visitors can create a guest account. */
    allowsGuests: v.boolean(),
    visitorCeiling: AgeCategory,
    /** Whether visitors and guests may listen. */
    visitorsMayListen: v.boolean(),
    /** Whether it requests data from the marketplace; if not, it sends nothing out. */
    asksMarketplace: v.boolean(),
    /** The single sign-on provider and its button label, empty for the default; null without one. */
    provider: v.nullable(v.object({ label: v.string(), isOnly: v.boolean() })),
    /** Whether a proxy in front of this server logs users in, at `GET /auth/proxy`. */
    hasProxySignIn: v.boolean(),
  }),
})
