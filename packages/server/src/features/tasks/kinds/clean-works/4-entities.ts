/** Makers, series, artists, illustrators and genres that nothing is tied to are removed. */
import { entityKinds } from '@koedana/contract/values.ts'
import type { Phase } from '../phases.ts'
import { type Cleaning, reportItem } from './cleaning.ts'
import { inSteps, placeOf } from './in-steps.ts'
import { listUnlinkedEntities, removeEntities } from './unlinked-entities.store.ts'

/**
 * The database looks through all works for each that goes, since nothing must refer to it: others wait no longer than
 * that.
 */
const entitiesPerStep = 10

export const entities = (cleaning: Cleaning): Phase => ({
  name: 'entities',
  run: async (context) => {
    const { database, consent } = cleaning
    const items = []
    for (const [at, kind] of entityKinds.entries()) {
      for (const entity of await listUnlinkedEntities(database.read, kind)) {
        items.push({ place: `${at} ${placeOf(entity.key)}`, item: { kind, entity } })
      }
    }
    await inSteps(context, {
      items,
      perStep: entitiesPerStep,
      act: async (some) => async (tx) => {
        const reported = []
        for (const [kind, group] of Map.groupBy(some, (one) => one.kind)) {
          const entityKeys = group.map(({ entity }) => entity.key)
          const unlinked = await listUnlinkedEntities(tx, kind, entityKeys)
          const keys = unlinked.map(({ key }) => key)
          if (!consent.dryRun) await removeEntities(tx, kind, keys)
          for (const { id, name } of unlinked) {
            reported.push(
              reportItem(cleaning, {
                item: `${kind}/${id}`,
                thing: 'entities',
                name,
                outcome: 'removed',
                reason: 'nothingTiedToIt',
              }),
            )
          }
        }
        return reported
      },
    })
  },
})
