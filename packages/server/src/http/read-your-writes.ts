/**
 * Read-your-writes across nodes: a response to a write names the last change, later requests send that name along, and a node that
 * is behind reads first. The number is encrypted because it also counts changes of hidden works. Only responses to writes contain
 * it.
 */
import { setTimeout } from 'node:timers/promises'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterHeader, maxSentChanges, noChange, staleHeader } from '@koedana/contract/values.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSealed, type Vault } from '../lib/vault.ts'

export interface ChangeNumbers {
  readonly seq: () => number
  readonly followed: () => Promise<void>
  /** Returns the last committed change. It is lower than before if the database was restored. */
  readonly latest: () => Promise<number>
  /** Increases when this node writes to the change feed. */
  readonly appends: () => number
  /** Encrypts change numbers, with the same key on all nodes. */
  readonly vault: Pick<Vault, 'seal' | 'open'>
}

/** A node that needs longer responds with older data and sets a header. */
const maxCatchUpMs = 200
const purpose = 'changeNumber'
/** Padding gives all names the same length. */
const digits = 16

export function ensureReadYourWrites(app: FastifyInstance, numbers: ChangeNumbers): void {
  const { seq, followed, latest, appends, vault } = numbers
  const begun = new WeakMap<FastifyRequest, number>()
  const withinLimit = (reading: Promise<unknown>) =>
    Promise.race([reading.catch(() => undefined), setTimeout(maxCatchUpMs, undefined, { ref: false })])
  /** Returns whether more is committed than this node has read. Just a smaller number may come from before a restore. */
  const isBehind = async () => {
    const last = await withinLimit(latest())
    return typeof last !== 'number' || last > seq()
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(basePath)) return
    begun.set(request, appends())
    const after = largestNumberIn(request.headers[afterHeader], vault)
    if (after <= seq()) return
    await withinLimit(followed())
    if (after <= seq()) return
    // The number is from before a restore, so the client has nothing to wait for.
    if (await isBehind()) void reply.header(staleHeader, '1')
    else void reply.header(afterHeader, noChange)
  })

  app.addHook('onSend', async (request, reply) => {
    const before = begun.get(request)
    if (request.method === 'GET' || request.method === 'HEAD' || before === undefined) return
    // Another caller may have written meanwhile. Every response to a write gets a name, so the name reveals nothing about that.
    if (appends() !== before) await withinLimit(followed())
    void reply.header(afterHeader, vault.seal(String(seq()).padStart(digits, '0'), purpose))
  })
}

/** Returns these headers as alternating names and values, for responses that bypass the framework. */
export function changeHeadersOf(reply: FastifyReply): string[] {
  return [afterHeader, staleHeader].flatMap((name) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [name, value] : []
  })
}

/** Returns the largest number that the client sent. Names that this site did not issue are ignored. */
function largestNumberIn(
  text: string | readonly string[] | undefined,
  vault: ChangeNumbers['vault'],
): number {
  if (typeof text !== 'string') return 0
  const names = text.split(',', maxSentChanges).map((name) => name.trim())
  return Math.max(0, ...names.map((name) => decryptNumber(name, vault)))
}

function decryptNumber(name: string, vault: ChangeNumbers['vault']): number {
  if (!isSealed(name)) return 0
  try {
    return Number(vault.open(name, purpose))
  } catch {
    return 0
  }
}
