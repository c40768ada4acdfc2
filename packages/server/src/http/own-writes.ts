/**
 * Callers who wrote something see it on every server of a site: the response names the last change, the next requests
 * bring the name along, and a server that has not read so far reads first. Changes of hidden works count too, so the
 * name is sealed, and only responses to writes carry it.
 */
import { setTimeout } from 'node:timers/promises'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterHeader, behindHeader, forgottenChange, maxSentChanges } from '@koedana/contract/values.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSealed, type Vault } from '../lib/vault.ts'

export interface ChangeNumbers {
  /** Returns the last change that this server has read. */
  readonly seq: () => number
  /** Resolves when everything that is committed was read. */
  readonly followed: () => Promise<void>
  /** Returns the last change that is committed; less than before where the database was restored. */
  readonly latest: () => Promise<number>
  /** Grows when this server writes to the change feed. */
  readonly appends: () => number
  /** Seals change numbers; the same on all servers. */
  readonly vault: Pick<Vault, 'seal' | 'open'>
}

/** A server that cannot read for longer responds with what it has, and says so. */
const patienceMs = 200
const purpose = 'changeNumber'
/** All names have the same length. */
const digits = 16

export function keepOwnWrites(app: FastifyInstance, numbers: ChangeNumbers): void {
  const { seq, followed, latest, appends, vault } = numbers
  const begun = new WeakMap<FastifyRequest, number>()
  const soon = (reading: Promise<unknown>) =>
    Promise.race([reading.catch(() => undefined), setTimeout(patienceMs, undefined, { ref: false })])
  /** Returns whether more is committed than this server has read: a smaller number alone is that of a restored database. */
  const isBehind = async () => {
    const last = await soon(latest())
    return typeof last !== 'number' || last > seq()
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(basePath)) return
    begun.set(request, appends())
    const after = numberIn(request.headers[afterHeader], vault)
    if (after <= seq()) return
    await soon(followed())
    if (after <= seq()) return
    // A smaller number is that of a restored database: the client has nothing to wait for.
    if (await isBehind()) void reply.header(behindHeader, '1')
    else void reply.header(afterHeader, forgottenChange)
  })

  app.addHook('onSend', async (request, reply) => {
    const before = begun.get(request)
    if (request.method === 'GET' || request.method === 'HEAD' || before === undefined) return
    // Somebody else may have written meanwhile: every response to a write carries a name, so that it says nothing of that.
    if (appends() !== before) await soon(followed())
    void reply.header(afterHeader, vault.seal(String(seq()).padStart(digits, '0'), purpose))
  })
}

/** Names and values in turn of what a response past the framework's own sending has to say of it. */
export function changeHeadersOf(reply: FastifyReply): string[] {
  return [afterHeader, behindHeader].flatMap((name) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [name, value] : []
  })
}

/** Returns the largest of the numbers that a client sends along. Names that this site did not give are ignored. */
function numberIn(text: string | readonly string[] | undefined, vault: ChangeNumbers['vault']): number {
  if (typeof text !== 'string') return 0
  const names = text.split(',', maxSentChanges).map((name) => name.trim())
  return Math.max(0, ...names.map((name) => opened(name, vault)))
}

function opened(name: string, vault: ChangeNumbers['vault']): number {
  if (!isSealed(name)) return 0
  try {
    return Number(vault.open(name, purpose))
  } catch {
    return 0
  }
}
