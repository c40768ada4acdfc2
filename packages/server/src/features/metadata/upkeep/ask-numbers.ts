/** Asks for live numbers. Of a work that has none its record is asked too: it may be gone. */
import { askWorks, type OnTold, type Told } from './ask-works.ts'
import type { Calls } from './calls.ts'

/** Answers in the order of the ids. */
export async function askNumbers(calls: Calls, ids: readonly string[], onTold?: OnTold): Promise<Told[]> {
  const answers = await calls.numbers(ids)
  const lost = ids.filter((id) => (answers.get(id)?.kind ?? 'absent') === 'absent')
  onTold?.(ids.length - lost.length)
  const looked =
    lost.length > 0
      ? await askWorks(
          calls,
          lost.map((id) => ({ id, knownName: null })),
          onTold,
        )
      : []
  const byId = new Map(looked.map((told) => [told.id, told]))
  return ids.map((id): Told => {
    const answer = answers.get(id)
    if (answer?.kind === 'found') return { kind: 'numbers', id, numbers: answer.value }
    if (answer?.kind === 'fault') return { ...answer, id }
    return byId.get(id) ?? { kind: 'absent', id, numbers: undefined }
  })
}
