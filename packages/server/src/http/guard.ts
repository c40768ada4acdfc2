/**
 * Decides who may call which endpoint, and how often (`rates.ts`). Invalid bearer tokens are rejected with 401 before that, on
 * every route that reads them. Signed links ignore bearer tokens and check their own signature (403).
 */
import { AccountSettings } from '@koedana/contract/account.ts'
import type { Access } from '@koedana/contract/kit/endpoint.ts'
import { isWithinScope, type ScopedEndpoint } from '@koedana/contract/kit/token-scope.ts'
import { roleOf, viewerFilterEntries } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { AppError } from '../lib/app-error.ts'
import type { Context, Person } from './context.ts'
import type { Rates } from './rates.ts'

export interface Guard {
  /** Counts the call by address before any lookup, so that guessed bearer tokens count too. Throws `tooManyRequests`. */
  readonly knock: (endpoint: ScopedEndpoint, address: string) => void
  /** Checks access and counts the call by person. Throws `unauthenticated`, `forbidden`, `apiTokenScope` or `tooManyRequests`. */
  readonly admit: (endpoint: ScopedEndpoint, person: Person | undefined) => void
  /**
   * Counts new sets of hidden entities in the request, because each costs a mask. Call it only if a response must be computed.
   * Throws `tooManyRequests`.
   */
  readonly count: (request: RequestParts, caller: Caller) => void
}

type Caller = Pick<Context, 'person' | 'address' | 'locale'>

interface RequestParts {
  readonly query: unknown
  readonly body: unknown
}

export function createGuard(rates: Rates | undefined): Guard {
  return {
    knock: ({ rate }, address) => {
      if (rate !== 'uncounted') rates?.countAddress(rate, address)
    },
    admit: (endpoint, person) => {
      assertRole(endpoint, person)
      if (person && endpoint.rate !== 'uncounted') rates?.countPerson(endpoint.rate, person)
    },
    count: ({ query, body }, caller) => {
      if (!rates) return
      const hidden = hiddenInQuery(query)
      // The key has everything that changes the mask: the caller's saved exclusions, the language and the ages.
      if (hidden) rates.countChoices([caller.person?.audience, caller.locale, hidden].join('\n'), caller)
      const kept = hiddenInSettings(body)
      if (kept) rates.countChoices(kept, caller)
    },
  }
}

/** An API token permits only what both its scope and the role of its owner permit. */
function assertRole(endpoint: ScopedEndpoint, person: Person | undefined): void {
  const { access } = endpoint
  if (person?.apiToken && !isWithinScope(person.apiToken.scope, endpoint)) throw new AppError('apiTokenScope')
  if (access === 'public' || access === 'signed') return
  if (!person) throw new AppError('unauthenticated')
  if (!hasAccess(access, person)) throw new AppError('forbidden')
}

function hasAccess(access: Exclude<Access, 'public' | 'signed'>, { user: { role } }: Person): boolean {
  if (access === 'user') return true
  if (access === 'admin') return role === roleOf.admin
  return role === roleOf.general || role === roleOf.admin
}

/** Returns the hidden entities and the age filter of a query as one text, independent of order; undefined if nothing is hidden. */
function hiddenInQuery(query: unknown): string | undefined {
  const given = fieldsOf(query)
  const hidden = textOf(hidingParameters.map((name) => [name, given.get(name)]))
  return hidden && [given.get('ageFilterMode'), given.get('policy'), hidden].join('\n')
}

const hidingParameters = Object.keys(viewerFilterEntries).filter((name) => name.startsWith('hidden'))

/** Returns the entities that the submitted settings will hide, in the same form. An import contains the settings as a field. */
function hiddenInSettings(body: unknown): string | undefined {
  const { success, output } = v.safeParse(ExclusionSettings, fieldsOf(body).get('settings') ?? body)
  if (!success) return undefined
  return textOf(Object.entries(output.excluded).map(([kind, chosen]) => [kind, chosen.map(({ id }) => id)]))
}

const ExclusionSettings = v.pick(AccountSettings, ['excluded'])

function textOf(lists: readonly (readonly [name: string, ids: unknown])[]): string | undefined {
  const texts = lists.flatMap(([name, ids]) =>
    Array.isArray(ids) && ids.length > 0 ? [`${name} ${[...new Set(ids)].sort().join(' ')}`] : [],
  )
  return texts.length > 0 ? texts.join('\n') : undefined
}

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
