/** Headers of every response: no inline scripts, no framing, no content sniffing, no sharing with other sites. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { memoized } from './memoized.ts'
import { isCrossSite, isForeignHost } from './own-site.rules.ts'
import { hasManyHosts } from './request-target.rules.ts'

/**
 * Linked drives may serve audio from any https host, and components set inline styles. The client has one Trusted Types policy for
 * HTML and script URLs (`lib/trusted-types.ts`).
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
    /** Returns whether pages of other sites may currently call this route. */
    admitsOtherOrigins?: () => boolean
  }
}

/** Half a year, as server scanners expect. Subdomains are not included, because they may be other servers. */
const hstsHeader = { 'strict-transport-security': 'max-age=15552000' } as const

/** `isHttps`: browsers reach this server by https, so HSTS is added. */
export function addSecurityHeaders(app: FastifyInstance, { isHttps }: { readonly isHttps: boolean }): void {
  const headers = isHttps ? { ...securityHeaders, ...hstsHeader } : securityHeaders
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Rejects requests that other sites cause a browser to send, before anything else is done. */
export function rejectOtherSites(app: FastifyInstance, publicUrl: string | undefined): void {
  const isRefused = memoized((host = '') => isForeignHost(host, publicUrl))
  app.addHook('onRequest', ({ method, headers, host, raw, routeOptions }, _reply, done) => {
    const isShared = routeOptions.config.admitsOtherOrigins?.() === true
    if (hasManyHosts(raw.rawHeaders)) done(new AppError('malformed'))
    else if (isRefused(host)) done(new AppError('unknownHost'))
    else if (!isShared && isCrossSite({ method, headers, host, publicUrl }))
      done(new AppError('foreignOrigin'))
    else done()
  })
}
