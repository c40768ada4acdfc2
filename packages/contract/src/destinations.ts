/** Every server that this one contacts, with its switch. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'

/** Each request of the outbound client names one of these. */
export const outboundDestinations = [
  'marketplace',
  'marketplaceImages',
  'webdav',
  's3',
  'drives',
  'oidc',
] as const
export type OutboundDestination = (typeof outboundDestinations)[number]

/** Others are contacted by the database driver, or by the launcher before the server starts. */
export const destinations = [...outboundDestinations, 'postgresql', 'npmRegistry'] as const
export type DestinationName = (typeof destinations)[number]

/**
 * `on`: the server contacts it when needed. `off`: everything configured here is switched off. `unused`: nothing is
 * configured. `installOnly`: only contacted during installation, never by the running server.
 */
export const destinationStates = ['on', 'off', 'unused', 'installOnly'] as const

export const Destination = v.object({
  destination: v.picklist(destinations, 'valueUnknown'),
  state: v.picklist(destinationStates, 'valueUnknown'),
  addresses: v.array(
    v.object({
      /** A host, with its port if it is not the usual one. */
      host: v.string(),
      /** The name of the storage or account; null if it has none. */
      name: v.nullable(v.string()),
      isOn: v.boolean(),
    }),
  ),
  /** The host of the proxy that is used; null connects directly. */
  proxyHost: v.nullable(v.string()),
})
export type Destination = v.InferOutput<typeof Destination>

export const listDestinations = endpoint({
  method: 'GET',
  path: '/admin/destinations',
  access: 'admin',
  rate: 'read',
  summary: 'List outbound destinations',
  description:
    'Every server that this one contacts, and whether it is on. Switch them with the settings, storages and drives.',
  response: v.object({ items: v.array(Destination) }),
})
