import type { Reason } from '@koedana/contract/similar.ts'

export interface ReasonGroup {
  readonly kind: Reason['kind']
  readonly names: readonly string[]
}

/** Groups reasons by kind, in order of first occurrence; keeps only the first few of each. */
export function groupReasons(reasons: readonly Reason[]): ReasonGroup[] {
  const kinds = Map.groupBy(reasons, ({ kind }) => kind)
  return [...kinds]
    .slice(0, maxKinds)
    .map(([kind, some]) => ({ kind, names: some.slice(0, maxNames).map(({ name }) => name) }))
}

const maxKinds = 2
const maxNames = 3
