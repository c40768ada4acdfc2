/** Looks up live numbers. A work that has none gets its record looked up too: it may be gone. */

import type { Calls } from './calls.ts'
import { lookUpWorks, type OnProgress, type WorkResult } from './look-up-works.ts'

/** Answers in the order of the ids. */
export async function lookUpNumbers(
  calls: Calls,
  ids: readonly string[],
  onProgress?: OnProgress,
): Promise<WorkResult[]> {
  const results = await calls.numbers(ids)
  const lost = ids.filter((id) => (results.get(id)?.kind ?? 'absent') === 'absent')
  onProgress?.(ids.length - lost.length)
  const lookedUp =
    lost.length > 0
      ? await lookUpWorks(
          calls,
          lost.map((id) => ({ id, knownName: null })),
          onProgress,
        )
      : []
  const byId = new Map(lookedUp.map((work) => [work.id, work]))
  return ids.map((id): WorkResult => {
    const result = results.get(id)
    if (result?.kind === 'found') return { kind: 'numbers', id, numbers: result.value }
    if (result?.kind === 'fault') return { ...result, id }
    return byId.get(id) ?? { kind: 'absent', id, numbers: undefined }
  })
}
