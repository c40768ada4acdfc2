/**
 * Who may call what, and how often (`rates.ts`). A bearer that is stale has been answered 401 before, on every route that hears it; signed links
 * ignore bearers and answer 403 by themselves.
 */
import { choiceEntries } from '@koedana/contract/choices.ts'
import type { Access, Endpoint } from '@koedana/contract/kit/endpoint.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { AppError } from '../lib/app-error.ts'
import type { Person } from './person.ts'
import type { Caller, Rates } from './rates.ts'

export interface Guard {
  /** Before anything is looked up: whoever tries bearers is counted too. Throws `tooManyRequests`. */
  readonly knock: (endpoint: Endpoint, address: string) => void
  /** Throws `unauthenticated`, `forbidden` or `tooManyRequests`. */
  readonly admit: (endpoint: Endpoint, person: Person | undefined) => void
  /** What is asked, where an answer has to be made. Throws `tooManyRequests`. */
  readonly count: (query: unknown, caller: Caller) => void
}

/** Without rates everybody may ask as often as they like. */
export function createGuard(rates: Rates | undefined): Guard {
  return {
    knock: ({ rate }, address) => {
      if (rate !== 'uncounted') rates?.countAddress(rate, address)
    },
    admit: (endpoint, person) => {
      admit(endpoint, person)
      if (person && endpoint.rate !== 'uncounted') rates?.countPerson(endpoint.rate, person)
    },
    count: (query, caller) => {
      const hidden = rates && hiddenIn(query)
      if (hidden) rates.countChoices(hidden, caller)
    },
  }
}

function admit({ access }: Endpoint, person: Person | undefined): void {
  if (access === 'public' || access === 'signed') return
  if (!person) throw new AppError('unauthenticated')
  if (!isAdmitted(access, person)) throw new AppError('forbidden')
}

function isAdmitted(access: Exclude<Access, 'public' | 'signed'>, { user: { role } }: Person): boolean {
  if (access === 'user') return true
  if (access === 'admin') return role === roleOf.admin
  return role === roleOf.general || role === roleOf.admin
}

/** The entities that a question hides, the same text however they are ordered; undefined where it hides none. */
function hiddenIn(query: unknown): string | undefined {
  if (typeof query !== 'object' || query === null) return undefined
  const given = new Map<string, unknown>(Object.entries(query))
  const lists = hiding.flatMap((name) => {
    const ids = given.get(name)
    return Array.isArray(ids) && ids.length > 0 ? [`${name} ${[...new Set(ids)].sort().join(' ')}`] : []
  })
  return lists.length > 0 ? lists.join('\n') : undefined
}

const hiding = Object.keys(choiceEntries).filter((name) => name.startsWith('hidden'))
