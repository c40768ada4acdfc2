/** Works that nothing speaks for go into the trash. */
import { listStorages } from '../../../library/scan/storages.store.ts'
import { daysBefore, daysMissing } from '../../../trash/trash.rules.ts'
import { trashWorks } from '../../../trash/trash.store.ts'
import type { Phase } from '../phases.ts'
import { reasonToPassOver } from './clean.rules.ts'
import { type Cleaning, perStep, reportItem } from './cleaning.ts'
import { fatesOf, stateNow } from './file-fates.ts'
import { type GoneWork, type GoneWorksQuery, listGoneWorks } from './gone-works.store.ts'
import { inSteps, placeOf } from './in-steps.ts'
import { listMissingFiles } from './missing-files.store.ts'

/** The looks that found it absent lie days apart: so long ago the first one was at the least. */
const daysAbsent = 3

export const goneAsOf = (now: Date, storages: readonly number[]): GoneWorksQuery => ({
  cutoff: daysBefore(now, daysMissing),
  absentSince: daysBefore(now, daysAbsent),
  storages,
})

export const works = (cleaning: Cleaning): Phase => ({
  name: 'works',
  run: async (context) => {
    const { database, consent } = cleaning
    const { job } = context
    const storages = await listStorages(database.read)
    const here = storages.filter((storage) => !reasonToPassOver(stateNow(storage), consent))
    const query = goneAsOf(
      job.now(),
      here.map(({ key }) => key),
    )
    const gone = await listGoneWorks(database.read, query)
    await inSteps(context, {
      items: gone.map((item) => ({ place: placeOf(item.key), item })),
      perStep,
      act: async (some) => {
        const kept = await keptByFiles(cleaning, some, query.cutoff)
        const keys = some.flatMap(({ key }) => (kept.has(key) ? [] : [key]))
        return async (tx) => {
          const still = await listGoneWorks(tx, { ...query, keys })
          const going = still.map(({ key }) => key)
          if (!consent.dryRun) await trashWorks(tx, going, job.now().toISOString())
          return still.map(({ id, name }) =>
            reportItem(cleaning, { item: id, thing: 'works', name, outcome: 'trashed', reason: 'workGone' }),
          )
        }
      },
    })
  },
})

/** Works with a file that did not go, or in a dry run would not: it is back, or cannot be looked at. */
async function keptByFiles(
  { database, consent }: Cleaning,
  some: readonly GoneWork[],
  cutoff: string,
): Promise<Set<number>> {
  const keys = some.map(({ key }) => key)
  const missing = await listMissingFiles(database.read, { cutoff, works: keys })
  const fates = fatesOf(missing, await listStorages(database.read), consent)
  return new Set(missing.flatMap(({ id, workKey }) => (fates.get(id) === 'trash' ? [] : [workKey])))
}
