/**
 * Endpoints whose answers are kept. One that is found goes out at once, by the text it was asked with, before the
 * query is parsed; nothing is kept that was made while its sources changed, nothing that is for one person.
 */
import type { Endpoint, Parsed } from '@koedana/contract/kit/endpoint.ts'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { type Answer, type AnswerCache, answerOf } from './answer-cache.ts'
import type { Cached, Context, Handler } from './context.ts'
import { admit } from './guard.ts'
import { jsonOf } from './json-bytes.ts'
import { contextOf, parse } from './parse.ts'
import type { Authenticate, Person } from './person.ts'
import { send } from './send.ts'
import { sendKept } from './send-kept.ts'

export interface CachedSources<E extends Endpoint> {
  readonly endpoint: E
  readonly handler: Handler<E>
  readonly cached: Cached<E>
  readonly answers: AnswerCache
  readonly authenticate: Authenticate
}

/** A longer address is found by its canonical key alone. */
const longestText = 600

export function serveCached<E extends Endpoint>(sources: CachedSources<E>): RouteHandlerMethod {
  const { endpoint, handler, cached, answers, authenticate } = sources
  const make = makingOnce(sources)

  async function answer(request: FastifyRequest, reply: FastifyReply, asking: Asking): Promise<FastifyReply> {
    const { context, audience, text } = asking
    const asked = parse(endpoint, request)
    if (audience === undefined || cached.isPersonal?.(asked)) {
      return send(request, reply, await handler(asked, context))
    }
    const key = keyOf(endpoint, asked, `${audience} ${context.locale}`)
    const found = answers.find(key, cached.version()) ?? (await make(key, asked, context))
    if (!('form' in found)) return send(request, reply, found.other)
    if (text !== undefined) answers.remember(text, key)
    return sendKept(request, reply, found)
  }

  function serve(request: FastifyRequest, reply: FastifyReply, person: Person | undefined) {
    admit(endpoint, person)
    const context = contextOf(request, person)
    const audience = cached.audience(context)
    if (audience === undefined || request.url.length > longestText) {
      return answer(request, reply, { context, audience, text: undefined })
    }
    // Neither a locale nor an audience has a space: no two of these can read alike.
    const text = `${audience} ${context.locale} ${request.url}`
    const found = answers.recall(text, cached.version())
    if (!found) return answer(request, reply, { context, audience, text })
    return sendKept(request, reply, found)
  }

  return (request, reply) => {
    const person = authenticate(request.headers.authorization)
    return person instanceof Promise
      ? person.then((known) => serve(request, reply, known))
      : serve(request, reply, person)
  }
}

interface Asking {
  readonly context: Context
  readonly audience: string | undefined
  /** What the answer may be found by next time. */
  readonly text: string | undefined
}

/** An answer that is not JSON: it is sent and forgotten. */
interface Unkept {
  readonly other: unknown
}

/** Those who ask the same while an answer is made wait for that one. */
function makingOnce<E extends Endpoint>({ handler, cached, answers }: CachedSources<E>) {
  const making = new Map<string, Promise<Answer | Unkept>>()

  async function make(key: string, asked: Parsed<E>, context: Context): Promise<Answer | Unkept> {
    const version = cached.version()
    const other = await handler(asked, context)
    const body = jsonOf(other)
    if (!body) return { other }
    const answer = answerOf(body, version)
    // What changed meanwhile is in some parts of it, perhaps not in all.
    if (cached.version() === version) answers.keep(key, answer)
    return answer
  }

  return (key: string, asked: Parsed<E>, context: Context): Promise<Answer | Unkept> => {
    // By the version too: who asks after a change must not be told what was read before it.
    const name = `${cached.version()} ${key}`
    const begun = making.get(name)
    if (begun) return begun
    const made = make(key, asked, context).finally(() => making.delete(name))
    making.set(name, made)
    return made
  }
}

/** Parsing puts the fields in the order of the schema and leaves out the rest: one question has one text. */
function keyOf(endpoint: Endpoint, { params, query }: Asked, audience: string): string {
  return `${endpoint.method} ${endpoint.path} ${audience} ${JSON.stringify([params, query])}`
}

type Asked = Pick<Parsed<Endpoint>, 'params' | 'query'>
