/**
 * Limits the total time that one request waits for PostgreSQL. Connections and statements have their own timeouts, but behind a
 * pooler these add up to more than a client waits.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Below the ten seconds after which clients give up. */
export const defaultRequestLimitMs = 8_000

class RequestLimitReached extends Error {
  /** SQLSTATE `query_canceled`, as for a statement timeout. */
  readonly code = '57014'

  constructor() {
    super('the request has waited for the database for as long as it may')
  }
}

/** Measures the time during which at least one step of a request waits. */
class RequestWait {
  readonly #isOver: () => boolean
  #remainingMs: number
  #waiting = 0
  #expiresAt = 0

  constructor(limitMs: number, isOver: () => boolean) {
    this.#remainingMs = limitMs
    this.#isOver = isOver
  }

  /** Calls `expire` when the limit is reached, unless the response has begun. Returns a function that ends the wait. */
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

/** Runs the work of a request with a limit. `isOver` returns whether the response has begun; the limit ends then. */
export function limitRequest(limitMs: number, isOver: () => boolean): (act: () => void) => void {
  const wait = new RequestWait(limitMs, isOver)
  return (act) => waits.run(wait, act)
}

/** Runs work that a request starts and that must outlive it. */
export const outsideRequest = <T>(act: () => T): T => waits.exit(act)

/** Waits for a shared result up to the limit of the request. Fails like a statement timeout. */
export function limitToRequest<T>(result: Promise<T>): Promise<T> {
  const wait = waits.getStore()
  if (!wait) return result
  const expired = Promise.withResolvers<never>()
  const end = wait.begin(() => expired.reject(new RequestLimitReached()))
  return Promise.race([result, expired.promise]).finally(end)
}

/** Returns the pool with the limit applied to requests. At the limit, the connection in use is closed. */
export const limitedPool = (pool: Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const wait = waits.getStore()
    const connecting = pool.connect()
    if (!wait) return connecting
    const client = await limitToRequest(connecting).catch((cause: unknown) => {
      connecting.then((late) => late.release()).catch(() => {})
      throw cause
    })
    return closeAtLimit(client, wait)
  },
})

/** Closing the connection makes running statements fail, and later ones are rejected. */
function closeAtLimit(client: PoolClient, wait: RequestWait): PoolClient {
  const end = wait.begin(() => void client.end())
  const release = client.release
  client.release = (destroy) => {
    end()
    release(destroy)
  }
  return client
}
