/**
 * Limits the time that one request waits for PostgreSQL, all its connections, statements and transactions together: each of
 * them has a limit of its own, and behind a pooler those add up to more than a client waits.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Below the ten seconds after which clients give up. */
export const defaultRequestLimitMs = 8_000

class RequestLimitReached extends Error {
  /** SQLSTATE `query_canceled`, as for a statement that took too long. */
  readonly code = '57014'

  constructor() {
    super('the request has waited for the database for as long as it may')
  }
}

/** Counts the time during which at least one step of a request waits. */
class RequestWait {
  readonly #isOver: () => boolean
  #remainingMs: number
  #waiting = 0
  #expiresAt = 0

  constructor(limitMs: number, isOver: () => boolean) {
    this.#remainingMs = limitMs
    this.#isOver = isOver
  }

  /** Calls `expire` when the limit is reached, unless the response has begun by then. Returns a function that ends the wait. */
  begin(expire: () => void): () => void {
    if (this.#waiting++ === 0) this.#expiresAt = performance.now() + this.#remainingMs
    const remainingMs = Math.max(0, this.#expiresAt - performance.now())
    const timer = setTimeout(() => {
      if (!this.#isOver()) expire()
    }, remainingMs)
    return () => {
      clearTimeout(timer)
      if (--this.#waiting === 0) this.#remainingMs = Math.max(0, this.#expiresAt - performance.now())
    }
  }
}

const waits = new AsyncLocalStorage<RequestWait>()

/** Runs what belongs to a request. `isOver` returns whether the response has begun: nothing is limited from then on. */
export function limitRequest(limitMs: number, isOver: () => boolean): (act: () => void) => void {
  const wait = new RequestWait(limitMs, isOver)
  return (act) => waits.run(wait, act)
}

/** Runs work that a request starts and that must not end with it. */
export const outsideRequest = <T>(act: () => T): T => waits.exit(act)

/** Waits for a shared result up to the limit of the request. Fails like a statement that took too long there. */
export function withinRequest<T>(result: Promise<T>): Promise<T> {
  const wait = waits.getStore()
  if (!wait) return result
  const expired = Promise.withResolvers<never>()
  const end = wait.begin(() => expired.reject(new RequestLimitReached()))
  return Promise.race([result, expired.promise]).finally(end)
}

/** Returns the pool with a limit for what a request does: the connection that it holds at the end of its time is closed. */
export const limitedPool = (pool: Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const wait = waits.getStore()
    const connecting = pool.connect()
    if (!wait) return connecting
    const client = await withinRequest(connecting).catch((cause: unknown) => {
      connecting.then((late) => late.release()).catch(() => {})
      throw cause
    })
    return closedAtLimit(client, wait)
  },
})

/** Statements under way fail when their connection is closed, and later ones are rejected. */
function closedAtLimit(client: PoolClient, wait: RequestWait): PoolClient {
  const end = wait.begin(() => void client.end())
  const release = client.release
  client.release = (destroy) => {
    end()
    release(destroy)
  }
  return client
}
