/**
 * Several threads are one server: what people committed in any of them is read before a request is looked at, so that a
 * session that ended, a right that was taken or an edit holds at once in all (ADR 0080).
 */
import type { FastifyInstance } from 'fastify'

export interface Commits {
  /** Returns whether people committed what was not read here yet: one look into memory. */
  readonly isBehind: () => boolean
  /** Resolves when it is read. */
  readonly followed: () => Promise<void>
}

/** Register it before what finds out who calls. */
export function readCommitsFirst(app: FastifyInstance, { isBehind, followed }: Commits): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isBehind()) return done()
    followed().then(() => done(), done)
  })
}
