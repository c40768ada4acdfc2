/**
 * Mounts the doors for apps of others: addresses and shapes that are not ours to choose. A door that is closed is not
 * there, and neither is what it does not know.
 */
import type { Access, CountedClass, RawQuery } from '@koedana/contract/kit/endpoint.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { type Bytes, type Context, ownHeaders, type Person } from './context.ts'
import { describeFailure, type Failure } from './errors.ts'
import { contextOf, rawQuery } from './parse.ts'
import { send } from './send.ts'
import { hasManyFields, type Mounting } from './serve.ts'

export interface DoorRequest {
  readonly params: Readonly<Record<string, string>>
  /** Of a name that is repeated, the first value. */
  readonly query: Readonly<Record<string, string>>
  /** Undefined for none. It is whatever JSON a stranger sent. */
  readonly body: unknown
}

export interface DoorRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the door's address, with `:name` and `*`. A slash behind it is the same address. */
  readonly path: string
  readonly access: Extract<Access, 'public' | 'user'>
  readonly rate: CountedClass
  /** Whether what says who calls may stand in the address, as players and pictures need it. */
  readonly isForPlayers?: true
  /** Bytes, a value that is sent as JSON, or undefined for nothing. */
  readonly handle: (request: DoorRequest, context: Context) => unknown
}

export interface Door {
  /** The address below the origin, as `/kikoeru`. */
  readonly base: string
  readonly isOpen: () => boolean
  readonly routes: readonly DoorRoute[]
  /** Finds who calls. Undefined for a visitor; throws `unauthenticated`. */
  readonly authenticate: (asked: Asked) => Promise<Person | undefined>
  /** Says what went wrong as the clients of this door read it. */
  readonly refuse: (failure: Failure) => Bytes
}

export interface Asked {
  readonly authorization: string | undefined
  /** Empty where an address may not say who calls. */
  readonly query: DoorRequest['query']
}

export async function mountDoor(app: FastifyInstance, door: Door, mounting: Mounting): Promise<void> {
  await app.register(
    async (scope) => {
      readBodies(scope)
      scope.addHook('onRequest', async () => {
        if (!door.isOpen()) throw new AppError('notFound')
      })
      scope.setErrorHandler((cause: FastifyError | AppError, request, reply) =>
        send(request, reply, door.refuse(describeFailure(cause, request))),
      )
      for (const one of door.routes) mountRoute(scope, door, { ...one, ...mounting })
      // The pages of the client would be served below.
      scope.all('/*', async () => {
        throw new AppError('notFound')
      })
    },
    { prefix: door.base },
  )
}

function mountRoute(
  scope: FastifyInstance,
  { authenticate }: Door,
  { method, path, handle, guard, isForPlayers, ...counted }: DoorRoute & Mounting,
): void {
  const callers = new WeakMap<FastifyRequest, Person | undefined>()
  for (const url of path.endsWith('*') ? [path] : [path, `${path}/`]) {
    scope.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      bodyLimit: mostBytes,
      onRequest: async (request) => {
        guard.knock(counted, request.ip)
        const query = isForPlayers ? queryOf(rawQuery(request.url)) : {}
        const { authorization } = request.headers
        const person = counted.access === 'public' ? undefined : await authenticate({ authorization, query })
        guard.admit(counted, person)
        callers.set(request, person)
      },
      handler: async (request, reply) => {
        const asked = {
          params: textsOf(request.params),
          query: queryOf(rawQuery(request.url)),
          body: request.body,
        }
        const made = await handle(asked, contextOf(request, callers.get(request)))
        return send(request, reply, made, ownHeaders)
      },
    })
  }
}

const mostBytes = 64 * 1024

/** Clients send the type of a body without one. */
function readBodies(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json')
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else if (hasManyFields(body)) done(new AppError('tooLarge'), undefined)
    else void parse(request, body, done)
  })
}

const queryOf = (raw: RawQuery) =>
  textsOf(
    Object.fromEntries(
      Object.entries(raw).map(([name, value]) => [name, typeof value === 'string' ? value : value?.[0]]),
    ),
  )

const textsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof values === 'object' && values !== null ? values : {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )
