/** What a provider sent the browser back with. */
import {
  type DriveProvider,
  driveProviders,
  type LinkAnswer,
  returnPageOf,
} from '@koedana/contract/drives.ts'

/** Undefined for a page of no provider. */
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
} as const satisfies Partial<Record<keyof LinkAnswer, string>>

/** Undefined where an address holds no answer. */
export function answerIn(provider: DriveProvider, query: string): LinkAnswer | undefined {
  const params = new URLSearchParams(query)
  const found = Object.entries(keys).flatMap(([name, key]) => {
    const value = params.get(key)
    return value === null ? [] : [[name, value]]
  })
  const answer: LinkAnswer = { provider, ...Object.fromEntries(found) }
  return answer.code === undefined && answer.error === undefined ? undefined : answer
}

/** The answer in an address that somebody copied; undefined if there is none for this provider. */
export function answerPasted(provider: DriveProvider, address: string): LinkAnswer | undefined {
  if (!URL.canParse(address.trim())) return undefined
  const { pathname, search } = new URL(address.trim())
  return pathname.endsWith(`/oauth/${returnPageOf(provider)}`) ? answerIn(provider, search) : undefined
}
