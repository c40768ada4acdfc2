import type { FastifyInstance } from 'fastify'
import type { Relay } from '../threads/relay.ts'

/** Creates a relay: the main thread responds to requests that another thread received. */
export const createRelay =
  (app: FastifyInstance): Relay =>
  async ({ body, ...request }) => {
    const response = await app.inject({ ...request, ...(request.method === 'POST' && { payload: body }) })
    return { status: response.statusCode, headers: response.headers, body: response.rawPayload }
  }
