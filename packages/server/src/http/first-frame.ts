/**
 * Adds content to a page before its scripts load: the first covers, and the API response that the client would request next. The
 * response is that of an anonymous request, so it contains nothing private.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { basePath } from '@koedana/contract/base-path.ts'
import { coverSizes, defaultLocale, Locale } from '@koedana/contract/values.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

/** Must match the file that the build writes (`web/vite/first-frames.ts`). */
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

/** Returns the HTML to show until the client starts; undefined for pages or readers without one. */
export type RenderFirstFrame = (page: string, request: FastifyRequest) => Promise<string | undefined>

export async function createFirstFrameRenderer(
  app: FastifyInstance,
  { folder, subPath }: { readonly folder: string; readonly subPath: string },
): Promise<RenderFirstFrame> {
  const file = join(folder, '.vite', 'first-frames.json')
  const frames = existsSync(file)
    ? v.parse(v.record(v.string(), FirstFrame), JSON.parse(await readFile(file, 'utf8')))
    : {}
  return async (page, request) => {
    const frame = Object.hasOwn(frames, page) ? frames[page] : undefined
    const locale = anonymousLocaleOf(request)
    const [path = '/', query] = request.url.split('?', 2)
    const part = page.endsWith('*') ? path.slice(page.length - 1) : ''
    if (!frame || !locale || query !== undefined || !plainPartPattern.test(part)) return undefined
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
    return frame.frame.replace('{covers}', () => covers.map(renderCover(frame)).join('')) + response
  }
}

/** Validates the part of the page path that replaces `*`, because it is inserted into an API path. */
const plainPartPattern = /^\w{0,20}$/

/**
 * Returns the reader's language if the page is rendered as for any visitor: from the cookie that `boot.js` sets, or the default.
 * The cookie has no language for readers with a session or own settings; then undefined. Also undefined for fetches that are not
 * navigations: the service worker caches a page for offline use, which must not contain current data.
 */
function anonymousLocaleOf({ headers }: FastifyRequest): Locale | undefined {
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

/** The first cover has high priority, because it is the largest paint. A missing or hidden cover keeps its position. */
const renderCover =
  ({ each, sizes }: FirstFrame) =>
  (images: string | undefined, at: number) =>
    each.replace('{cover}', () =>
      images === undefined
        ? ''
        : `<img alt="" width="560" height="420"${at === 0 ? ' fetchpriority="high"' : ''} sizes="${sizes}" srcset="${images}" class="size-full object-cover" />`,
    )

/** IDs and signatures contain none of these characters today. Escaping makes sure that no later format can break out of an attribute. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
