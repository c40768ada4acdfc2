/**
 * Gives a page what it has of its own before its scripts are there: the first covers, and the response that the client would request
 * next. It is the response to a visitor's own request, so it holds nothing that any visitor could not request.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { basePath } from '@koedana/contract/base-path.ts'
import { coverSizes, defaultLocale, Locale } from '@koedana/contract/values.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

/** The shape that the build wrote down (`web/vite/first-frames.ts`). */
const FirstFrame = v.object({
  request: v.string(),
  list: v.optional(v.string()),
  most: v.number(),
  frame: v.string(),
  each: v.string(),
  sizes: v.string(),
})
type FirstFrame = v.InferOutput<typeof FirstFrame>

const Work = v.object({
  id: v.string(),
  cover: v.nullable(v.object({ version: v.string(), signature: v.nullable(v.string()) })),
})
type Work = v.InferOutput<typeof Work>

/** HTML for the drawing that stands until the program starts. Undefined for a page or a reader without. */
export type SeeFirst = (page: string, request: FastifyRequest) => Promise<string | undefined>

export async function createFirstSight(
  app: FastifyInstance,
  { folder, subPath }: { readonly folder: string; readonly subPath: string },
): Promise<SeeFirst> {
  const file = join(folder, '.vite', 'first-frames.json')
  const frames = existsSync(file)
    ? v.parse(v.record(v.string(), FirstFrame), JSON.parse(await readFile(file, 'utf8')))
    : {}
  return async (page, request) => {
    const frame = Object.hasOwn(frames, page) ? frames[page] : undefined
    const locale = readerOf(request)
    const [path = '/', query] = request.url.split('?', 2)
    const part = page.endsWith('*') ? path.slice(page.length - 1) : ''
    if (!frame || !locale || query !== undefined || !isPlain.test(part)) return undefined
    const wanted = basePath + frame.request.replace('*', part)
    const { statusCode, body } = await app.inject({
      url: wanted,
      remoteAddress: request.ip,
      headers: { 'accept-language': locale, host: request.host },
    })
    if (statusCode !== 200) return undefined
    const covers = worksIn(JSON.parse(body), frame)
      .slice(0, frame.most)
      .map(({ id, cover }) =>
        cover?.signature
          ? srcset(`${subPath}${basePath}/covers/${id}`, cover.version, cover.signature)
          : undefined,
      )
    const response = `<script type="application/json" id="first-${locale}" data-url="${escaped(subPath + wanted)}">${body.replaceAll('<', '\\u003c')}</script>`
    return frame.frame.replace('{covers}', () => covers.map(drawn(frame)).join('')) + response
  }
}

/** Checks what stands in the address of a page where its name has `*`: it is put into another address. */
const isPlain = /^\w{0,20}$/

/**
 * Returns the language of a reader who sees what any visitor sees: the one that the browser keeps in a cookie (`boot.js`),
 * or the usual one at first. Undefined for whoever has a session or choices of their own, and for what is no page on a
 * screen: the service worker keeps one for times without a connection, which must say nothing of today.
 */
function readerOf({ headers }: FastifyRequest): Locale | undefined {
  if (!headers.accept?.includes('text/html')) return undefined
  const [, kept = defaultLocale] = /(?:^|; )first=([\w-]*)/.exec(headers.cookie ?? '') ?? []
  return v.is(Locale, kept) ? kept : undefined
}

function worksIn(response: unknown, { list }: FirstFrame): readonly Work[] {
  if (list === undefined) return [v.parse(Work, response)]
  return v.parse(v.object({ [list]: v.array(Work) }), response)[list] ?? []
}

const srcset = (path: string, version: string, signature: string): string =>
  escaped(coverSizes.map((size) => `${path}/${size}/${version}?s=${signature} ${size}w`).join(', '))

/** The first is what is waited for; one that is veiled or missing keeps its position. */
const drawn =
  ({ each, sizes }: FirstFrame) =>
  (images: string | undefined, at: number) =>
    each.replace('{cover}', () =>
      images === undefined
        ? ''
        : `<img alt="" width="560" height="420"${at === 0 ? ' fetchpriority="high"' : ''} sizes="${sizes}" srcset="${images}" class="size-full object-cover" />`,
    )

/** Ids and signatures have none of these signs; whatever they might be one day ends no attribute. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
