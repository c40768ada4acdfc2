import {
  type DriveProvider,
  driveProviders,
  type LinkResponse,
  returnPageOf,
} from '@koedana/contract/drives.ts'

/** Returns undefined if the page belongs to no provider. */
export const providerOfPage = (page: string): DriveProvider | undefined =>
  driveProviders.find((provider) => returnPageOf(provider) === page)

const keys = {
  state: 'state',
  code: 'code',
  error: 'error',
  errorDescription: 'error_description',
  iss: 'iss',
  hostname: 'hostname',
  locationid: 'locationid',
} as const satisfies Partial<Record<keyof LinkResponse, string>>

/** Returns undefined if the query contains no response. */
export function parseResponse(provider: DriveProvider, query: string): LinkResponse | undefined {
  const params = new URLSearchParams(query)
  const found = Object.entries(keys).flatMap(([name, key]) => {
    const value = params.get(key)
    return value === null ? [] : [[name, value]]
  })
  const response: LinkResponse = { provider, ...Object.fromEntries(found) }
  return response.code === undefined && response.error === undefined ? undefined : response
}

/** Parses a redirect URL that the user pasted; undefined if it is not one of this provider. */
export function parsePastedUrl(provider: DriveProvider, address: string): LinkResponse | undefined {
  if (!URL.canParse(address.trim())) return undefined
  const { pathname, search } = new URL(address.trim())
  return pathname.endsWith(`/oauth/${returnPageOf(provider)}`) ? parseResponse(provider, search) : undefined
}
