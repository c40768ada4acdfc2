/** Turns calls into routes. Responses have the format that the client requests; short ones are sent whole, long ones are streamed. */

import { setImmediate } from 'node:timers/promises'
import { type Bytes, type Context, isBytes } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { startBody } from '../../../lib/start-body.ts'
import { about } from '../../system/about.ts'
import { type DoorMediaSources, stopWhenRevoked } from '../door-media.ts'
import { bytesOf, type Format, formatOf, type ResponseBody, responseTexts } from './response.rules.ts'

type HandlerResult = ResponseBody | Bytes | undefined
type Handle = (request: DoorRequest, context: Context) => HandlerResult | Promise<HandlerResult>
type RouteOptions = Partial<Pick<DoorRoute, 'rate' | 'access'>>

/** One address of a call, with its handler. */
export type Call = Omit<DoorRoute, 'handle'> & { readonly handle: Handle }

/** Returns one call at all its addresses. A handler may return nothing, for an empty response. */
export const call = (
  name: string,
  handle: Handle,
  { rate = 'read', access = 'user' }: RouteOptions = {},
): Call[] =>
  [`/${name}`, `/${name}.view`].flatMap((path) =>
    (['GET', 'POST'] as const).map((method) => ({ method, path, access, rate, handle })),
  )

/** Returns a call that changes something and has an empty response. */
export const mutationCall = (
  name: string,
  act: (request: DoorRequest, context: Context) => Promise<void>,
): Call[] =>
  call(
    name,
    async (request, context) => {
      await act(request, context)
      return undefined
    },
    { rate: 'write' },
  )

/** Returns the calls as routes that respond in the requested format. */
export const routesOf = (sources: DoorMediaSources, calls: readonly Call[]): DoorRoute[] =>
  calls.map((one) => ({
    ...one,
    handle: async (request, context) => {
      const said = (await one.handle(request, context)) ?? {}
      if (isBytes(said)) return said
      // Yield to other requests: writing a page of hundreds takes as long as reading it.
      await setImmediate()
      const bytes = await respond(formatOf(request.query), about.version, said)
      return stopWhenRevoked(sources, { door: 'subsonic', bytes }, context)
    },
  }))

/** Throws what making the first part throws. */
export async function respond(format: Format, serverVersion: string, said: ResponseBody): Promise<Bytes> {
  return bytesOf(format, await startBody(responseTexts(format, serverVersion, said)))
}
