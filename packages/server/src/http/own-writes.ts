/**
 * Whoever wrote something sees it on every server of a site: a response says up to which change it was made, the next
 * request brings that number along, and a server that has not read so far reads first.
 */
import { setTimeout } from 'node:timers/promises'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterHeader, behindHeader } from '@koedana/contract/values.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface ChangeNumbers {
  /** Returns the last change that this server has read. */
  readonly seq: () => number
  /** Resolves when everything that is committed was read. */
  readonly followed: () => Promise<void>
  /** Returns the last change that is committed; less than before where the database was restored. */
  readonly latest: () => Promise<number>
  /** Grows when this server writes to the change feed. */
  readonly appends: () => number
}

/** A server that cannot read for longer responds with what it has, and says so. */
const patienceMs = 200
const longestNumber = 15

export function keepOwnWrites(app: FastifyInstance, numbers: ChangeNumbers): void {
  const { seq, followed, latest, appends } = numbers
  const begun = new WeakMap<FastifyRequest, number>()
  const soon = (reading: Promise<unknown>) =>
    Promise.race([reading, setTimeout(patienceMs, undefined, { ref: false })])
  /** Returns whether more is committed than this server has read: a smaller number alone is that of a restored database. */
  const isBehind = async () => {
    const last = await soon(latest()).catch(() => undefined)
    return typeof last !== 'number' || last > seq()
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(basePath)) return
    begun.set(request, appends())
    const after = numberIn(request.headers[afterHeader])
    if (after > seq()) {
      await soon(followed())
      if (after > seq() && (await isBehind())) void reply.header(behindHeader, '1')
    }
    // What is made from here on contains this change, and perhaps more.
    void reply.header(afterHeader, String(seq()))
  })

  app.addHook('onSend', async (request, reply) => {
    const appended = begun.get(request)
    if (request.method === 'GET' || appended === undefined || appends() === appended) return
    await soon(followed())
    void reply.header(afterHeader, String(seq()))
  })
}

/** Names and values in turn of what a response past the framework's own sending has to say of it. */
export function changeHeadersOf(reply: FastifyReply): string[] {
  return [afterHeader, behindHeader].flatMap((name) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [name, value] : []
  })
}

function numberIn(text: string | readonly string[] | undefined): number {
  return typeof text === 'string' && text.length <= longestNumber && /^\d+$/.test(text) ? Number(text) : 0
}
