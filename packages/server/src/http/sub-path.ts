/**
 * A server may lie below a path of a name that it shares (`PUBLIC_URL=https://house.example/koedana`). A proxy before it
 * keeps that path or takes it off: both are understood. What the server says of itself always bears it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path below which everything lies, as `/koedana`; `''` where the server has a name of its own. */
    subPath: string
  }
}

export const subPathOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')

/** Returns the address as the routes know it. `url` begins with a slash, as requests have it. */
export function withoutSubPath(url: string, subPath: string): string {
  if (subPath === '' || !url.startsWith(subPath)) return url
  const rest = url.slice(subPath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

export function knowSubPath(app: FastifyInstance, subPath: string): void {
  app.decorateRequest('subPath', subPath)
}

/** Returns the address of this server as the caller has it, without a slash behind it. */
export const siteOf = ({ protocol, host, subPath }: FastifyRequest): string =>
  `${protocol}://${host}${subPath}`
