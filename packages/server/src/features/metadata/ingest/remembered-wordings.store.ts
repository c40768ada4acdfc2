/** What is remembered of how works name an entity, before more of them are heard. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import type { EntityTellerTable } from '../../../db/tables/wordings.ts'
import { listWordings } from '../../entities/entities.store.ts'
import { tellersOfAll } from '../../entities/tellers.store.ts'
import { type Wording, writeWording } from '../../entities/wording.rules.ts'

/** An entity that works do not all name alike. */
export interface Disputed {
  readonly kind: EntityKind
  readonly id: string
  readonly key: number
  /** What all works told of it so far; undefined where it is new, or was disputed before. */
  readonly before: Wording | undefined
  /** The id it has now, where it is told of by one that was merged away. */
  readonly mergedInto?: string | undefined
}

export interface WorkWording {
  readonly work: number
  readonly wording: Wording
}

export interface Registering {
  readonly entity: Disputed
  readonly workWordings: readonly (WorkWording & { readonly age: 0 | 1 | 2 | 3 })[]
}

export interface Kept {
  readonly no: number
  readonly text: string
  readonly seenAt: Record<0 | 1 | 2 | 3, number>
}

export interface Remembered {
  /** Whether nothing of it is stored: all told the same until now. */
  readonly isNew: boolean
  readonly wordings: Map<string, Kept>
  readonly tellers: readonly EntityTellerTable[]
}

export async function rememberedOf(tx: Db, { entity, workWordings }: Registering): Promise<Remembered> {
  const { kind, key, before } = entity
  const stored = (await listWordings(tx, kind, [key])).map((one) => ({ ...one, text: writeWording(one) }))
  if (before && stored.length === 0) {
    const text = writeWording(before)
    const agreed: Kept = { no: 1, text, seenAt: { 0: 0, 1: 0, 2: 0, 3: 0 } }
    // Those that told what all told, and are not heard now.
    const except = new Set(workWordings.map(({ work }) => work))
    const tellers = await tellersOfAll(tx, { kind, key, except })
    return { isNew: true, tellers, wordings: new Map(tellers.length > 0 ? [[text, agreed]] : []) }
  }
  const wordings = stored
    .filter(({ isGiven }) => !isGiven)
    .map(({ no, text, isMerged, seenAt }): [string, Kept] => [
      nameOf(text, isMerged),
      { no, text, seenAt: { 0: 0, ...seenAt } },
    ])
  return { isNew: false, wordings: new Map(wordings), tellers: await tellersOf(tx, kind, key) }
}

/** The same text may be told of it and of one that was merged into it. */
export const nameOf = (text: string, isMerged: boolean) => (isMerged ? `merged ${text}` : text)

export function newWording(wordings: ReadonlyMap<string, Kept>, text: string, isMerged: boolean): Kept {
  const numbers = [...wordings.values()].map(({ no }) => no)
  const no = isMerged ? Math.min(0, ...numbers) - 1 : Math.max(0, ...numbers) + 1
  return { no, text, seenAt: { 0: 0, 1: 0, 2: 0, 3: 0 } }
}

export const isLatest = (kept: Kept, wordings: ReadonlyMap<string, Kept>, age: 1 | 2 | 3) =>
  kept.seenAt[age] > 0 &&
  [...wordings.values()].every((other) => other === kept || other.seenAt[age] < kept.seenAt[age])

const tellersOf = (tx: Db, kind: EntityKind, key: number): Promise<EntityTellerTable[]> =>
  tx.selectFrom('entity_teller').selectAll().where('kind', '=', kind).where('entity_key', '=', key).execute()
