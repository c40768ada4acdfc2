/**
 * Whoever wrote something sees it on every server of a site: a response says up to which change it was made, the next
 * request brings that number along, and a server that has not read so far reads first.
 */
import { setTimeout } from 'node:timers/promises'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterHeader, behindHeader } from '@koedana/contract/values.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface ChangeNumbers {
  /** The last change that this server has read. */
  readonly seq: () => number
  /** Resolves when everything that is committed was read. */
  readonly followed: () => Promise<void>
  /** Grows when this server writes to the change feed. */
  readonly appends: () => number
}

/** A server that cannot read for longer responds with what it has, and says so. */
const patienceMs = 200
const longestNumber = 15

export function keepOwnWrites(app: FastifyInstance, { seq, followed, appends }: ChangeNumbers): void {
  const begun = new WeakMap<FastifyRequest, { readonly after: number; readonly appended: number }>()
  const read = async () => {
    await Promise.race([followed(), setTimeout(patienceMs, undefined, { ref: false })])
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith(basePath)) return done()
    const after = numberIn(request.headers[afterHeader])
    begun.set(request, { after, appended: appends() })
    if (after > seq()) read().then(() => done(), done)
    else done()
  })

  app.addHook('onSend', (request, reply, _payload, done) => {
    const before = begun.get(request)
    if (!before) return done()
    const name = () => {
      void reply.header(afterHeader, String(seq()))
      if (before.after > seq()) void reply.header(behindHeader, '1')
      done()
    }
    if (request.method !== 'GET' && appends() !== before.appended) read().then(name, done)
    else name()
  })
}

function numberIn(text: string | readonly string[] | undefined): number {
  return typeof text === 'string' && text.length <= longestNumber && /^\d+$/.test(text) ? Number(text) : 0
}
