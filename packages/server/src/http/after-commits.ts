/**
 * Several threads act as one server. Before a request is handled, the thread reads the changes that users committed in other
 * threads. So revoked sessions, revoked rights and edits apply everywhere at once (ADR 0080).
 */
import type { FastifyInstance } from 'fastify'

export interface CommitTracker {
  /** Returns whether there are committed changes that this thread has not read yet. Reads shared memory only. */
  readonly isBehind: () => boolean
  readonly followed: () => Promise<void>
}

/** Register this before the hook that authenticates the caller. */
export function readCommitsFirst(app: FastifyInstance, { isBehind, followed }: CommitTracker): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isBehind()) return done()
    followed().then(() => done(), done)
  })
}
