/** What is told of an act before it is done; the answer is called once it was. */
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import type { Person } from './person.ts'

export type TellOfActs = (
  endpoint: Endpoint,
  asked: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  by: { readonly person: Person | undefined; readonly address: string },
) => Promise<(() => void) | undefined>
