/** Which methods an address of the API knows: what is there but not by this method is 405, all else is 404. */
import { basePath } from '@koedana/contract/base-path.ts'
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import * as v from 'valibot'

/** Empty for an address that no endpoint has. */
export type Offered = (url: string) => readonly string[]

export function createOffered(endpoints: readonly Endpoint[]): Offered {
  return (url) => {
    const [path = ''] = url.split('?', 1)
    if (!path.startsWith(`${basePath}/`)) return []
    const parts = path.slice(basePath.length).split('/')
    const found = endpoints.filter((endpoint) => isOf(endpoint, parts)).map(({ method }) => method)
    return [...new Set(found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }
}

function isOf({ path, params }: Endpoint, parts: readonly string[]): boolean {
  const names = path.split('/')
  if (names.length !== parts.length) return false
  const given: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith(':')) given[name.slice(1)] = decoded(part)
    else if (name !== part) return false
  }
  return params === undefined || v.safeParse(params, given).success
}

/** The router refuses what cannot be decoded before anybody asks here; such a text stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
