import type { ObjectSchema } from '@koedana/contract/kit/endpoint.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type * as v from 'valibot'
import { readUrl } from './read-url.rules.ts'

/**
 * Stores the state of a table in the URL, so it survives a reload and can be shared. Invalid values are dropped. With `isStep`, each change
 * adds a history entry that Back reverts.
 */
export function useSearchState<S extends ObjectSchema>(schema: S, isStep = false) {
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
