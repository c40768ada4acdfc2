import type { ObjectSchema } from '@koedana/contract/kit/endpoint.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type * as v from 'valibot'
import { readUrl } from './read-url.rules.ts'

/**
 * Keeps what a table shows in the address: a reload keeps it, and it can be sent to somebody. A value that means
 * nothing is left out. With `isStep` each change is one that Back takes back.
 */
export function useAddress<S extends ObjectSchema>(schema: S, isStep = false) {
  const raw = useLocation({ select: ({ search }) => search })
  const navigate = useNavigate()
  const change = (patch: Partial<v.InferOutput<S>>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...patch }),
      replace: !isStep,
      resetScroll: isStep,
    })
  return [readUrl(schema, { ...raw }), change] as const
}
