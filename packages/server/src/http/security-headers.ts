/**
 * Headers that every response carries. No inline script, nothing framed, nothing sniffed, nothing shared with other sites.
 */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { memoised } from './memoised.ts'
import { isFromElsewhere, isOfAnotherName } from './own-site.rules.ts'
import { hasManyHosts } from './target.rules.ts'

/**
 * Redirected drives may serve audio from any https host; styles set by components are inline. The client has one policy for
 * HTML and script addresses (`lib/trusted-types.ts`).
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' https: blob:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types koedana',
].join('; ')

export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns whether pages of other sites may call this route at the moment. */
    admitsOtherOrigins?: () => boolean
  }
}

/** Half a year, as server scanners expect; other names of the host are not ours to speak for. */
const overHttps = { 'strict-transport-security': 'max-age=15552000' } as const

/** `isHttps` if browsers reach this server by https: they are to come no other way. */
export function addSecurityHeaders(app: FastifyInstance, { isHttps }: { readonly isHttps: boolean }): void {
  const headers = isHttps ? { ...securityHeaders, ...overHttps } : securityHeaders
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Refuses what other sites have a browser do here, before anything is looked at. */
export function refuseOtherSites(app: FastifyInstance, publicUrl: string | undefined): void {
  const isRefused = memoised((host = '') => isOfAnotherName(host, publicUrl))
  app.addHook('onRequest', ({ method, headers, host, raw, routeOptions }, _reply, done) => {
    const isShared = routeOptions.config.admitsOtherOrigins?.() === true
    if (hasManyHosts(raw.rawHeaders)) done(new AppError('malformed'))
    else if (isRefused(host)) done(new AppError('unknownHost'))
    else if (!isShared && isFromElsewhere({ method, headers, host, publicUrl }))
      done(new AppError('foreignOrigin'))
    else done()
  })
}
