/** The first of several threads answers requests that another one received. */
import type { FastifyInstance } from 'fastify'
import type { Relay } from '../threads/relay.ts'

/** Answers relayed requests by the app of this thread. */
export const relayTo =
  (app: FastifyInstance): Relay =>
  async ({ body, ...request }) => {
    const response = await app.inject({ ...request, ...(request.method === 'POST' && { payload: body }) })
    return { status: response.statusCode, headers: response.headers, body: response.rawPayload }
  }
