/**
 * Supports a server below a path of a shared host name (`PUBLIC_URL=https://house.example/koedana`). The reverse proxy may keep or
 * strip the path. URLs that the server writes always contain it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The base path, such as `/koedana`; `''` if the server has its own host name. */
    subPath: string
  }
}

export const subPathOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')

/** Removes the base path from a request URL, which begins with a slash. */
export function withoutSubPath(url: string, subPath: string): string {
  if (subPath === '' || !url.startsWith(subPath)) return url
  const rest = url.slice(subPath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

export function decorateSubPath(app: FastifyInstance, subPath: string): void {
  app.decorateRequest('subPath', subPath)
}

/** Returns the URL of this server as the caller sees it, without a trailing slash. */
export const serverUrlOf = ({ protocol, host, subPath }: FastifyRequest): string =>
  `${protocol}://${host}${subPath}`
