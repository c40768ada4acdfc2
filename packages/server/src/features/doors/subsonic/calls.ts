/** Calls as routes. Their responses are in the form that the client reads, sent whole where short, and while they are made where long. */

import { setImmediate } from 'node:timers/promises'
import { type Bytes, type Context, isBytes } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { startBody } from '../../../lib/start-body.ts'
import { about } from '../../system/about.ts'
import { type DoorMediaSources, endsWithRight } from '../door-media.ts'
import { bytesOf, type Format, formatOf, responseTexts, type Said } from './response.rules.ts'

type Returned = Said | Bytes | undefined
type Handle = (request: DoorRequest, context: Context) => Returned | Promise<Returned>
type Rated = Partial<Pick<DoorRoute, 'rate' | 'access'>>

/** One address of a call, and what it says. */
export type Call = Omit<DoorRoute, 'handle'> & { readonly handle: Handle }

/** One call in all its addresses; nothing to say is a response, too. */
export const call = (name: string, handle: Handle, { rate = 'read', access = 'user' }: Rated = {}): Call[] =>
  [`/${name}`, `/${name}.view`].flatMap((path) =>
    (['GET', 'POST'] as const).map((method) => ({ method, path, access, rate, handle })),
  )

/** A change, which has nothing to say. */
export const change = (
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

/** Returns the calls as routes, whose responses are in the form that is requested. */
export const routesOf = (sources: DoorMediaSources, calls: readonly Call[]): DoorRoute[] =>
  calls.map((one) => ({
    ...one,
    handle: async (request, context) => {
      const said = (await one.handle(request, context)) ?? {}
      if (isBytes(said)) return said
      // A page of hundreds takes as long to be written as to be read.
      await setImmediate()
      const bytes = await respond(formatOf(request.query), about.version, said)
      return endsWithRight(sources, { door: 'subsonic', bytes }, context)
    },
  }))

/** Throws what making the first part throws. */
export async function respond(format: Format, serverVersion: string, said: Said): Promise<Bytes> {
  return bytesOf(format, await startBody(responseTexts(format, serverVersion, said)))
}
