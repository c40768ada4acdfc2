/** Calls as routes, and their answers in the form that the client reads. */
import { setImmediate } from 'node:timers/promises'
import { type Bytes, type Context, isBytes } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { about } from '../../system/about.ts'
import type { DoorMediaSources } from '../door-media.ts'
import { endsWithRight } from '../ends-with-right.ts'
import { formatOf, type Said } from './answer.rules.ts'
import { answer } from './answer.ts'

type Returned = Said | Bytes | undefined
type Handle = (asked: DoorRequest, context: Context) => Returned | Promise<Returned>
type Rated = Partial<Pick<DoorRoute, 'rate' | 'access'>>

/** One address of a call, and what it says. */
export type Call = Omit<DoorRoute, 'handle'> & { readonly handle: Handle }

/** One call in all its addresses; nothing to say is an answer too. */
export const call = (name: string, handle: Handle, { rate = 'read', access = 'user' }: Rated = {}): Call[] =>
  [`/${name}`, `/${name}.view`].flatMap((path) =>
    (['GET', 'POST'] as const).map((method) => ({ method, path, access, rate, handle })),
  )

/** A change, which has nothing to say. */
export const change = (name: string, act: (asked: DoorRequest, context: Context) => Promise<void>): Call[] =>
  call(
    name,
    async (asked, context) => {
      await act(asked, context)
      return undefined
    },
    { rate: 'write' },
  )

/** The calls as routes, whose answers are in the form that is asked for. */
export const routesOf = (sources: DoorMediaSources, calls: readonly Call[]): DoorRoute[] =>
  calls.map((one) => ({
    ...one,
    handle: async (asked, context) => {
      const said = (await one.handle(asked, context)) ?? {}
      if (isBytes(said)) return said
      // A page of hundreds takes as long to be written as to be read.
      await setImmediate()
      const bytes = await answer(formatOf(asked.query), about.version, said)
      return endsWithRight(sources, { door: 'subsonic', bytes }, context)
    },
  }))
