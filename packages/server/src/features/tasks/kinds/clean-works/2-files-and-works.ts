/** Moves long-missing files to the trash, and works that `listGoneWorks` finds. */
import { join } from 'node:path'
import { printablePath } from '../../../../lib/printable.rules.ts'
import { listStorages } from '../../../library/scan/storages.store.ts'
import { daysBefore, daysMissing } from '../../../trash/trash.rules.ts'
import { trashTracks, trashWorks } from '../../../trash/trash.store.ts'
import type { ReportedItem } from '../../run/job.ts'
import type { Phase } from '../phases.ts'
import { decideFates, findSkipReason } from './check-storages.ts'
import type { Fate } from './clean.rules.ts'
import { type CleanContext, perStep, processInSteps, reportItem, sortKeyOf } from './clean-steps.ts'
import {
  type GoneWork,
  type GoneWorksQuery,
  listGoneWorks,
  listMissingFiles,
  type MissingFile,
} from './clean-works.store.ts'

export const filesPhase = (cleaning: CleanContext): Phase => ({
  name: 'files',
  run: async (context) => {
    const { database, consent } = cleaning
    const { job } = context
    const missing = await listMissingFiles(database.read, { cutoff: daysBefore(job.now(), daysMissing) })
    const storages = await listStorages(database.read)
    await processInSteps(context, {
      items: missing.map((item) => ({ sortKey: item.id, item })),
      perStep,
      act: async (some) => {
        const fates = await decideFates(cleaning, some, storages)
        const going = some.flatMap(({ id }) => (fates.get(id) === 'trash' ? [id] : []))
        return async (tx) => {
          const gone = new Set(consent.dryRun ? going : await trashTracks(tx, going, job.now().toISOString()))
          return some.map((file) =>
            itemOf(cleaning, file, gone.has(file.id) ? 'trash' : leftOf(fates.get(file.id))),
          )
        }
      },
    })
  },
})

/** A file that reappeared between the check and the step is kept. */
const leftOf = (fate: Fate | undefined): Fate => (fate === undefined || fate === 'trash' ? 'keep' : fate)

function itemOf(cleaning: CleanContext, { root, path, workId }: MissingFile, fate: Fate): ReportedItem {
  const named = { item: printablePath(join(root, path)), thing: 'files' as const, name: workId }
  if (fate === 'trash') return reportItem(cleaning, { ...named, outcome: 'trashed', reason: 'fileMissing' })
  return fate === 'keep'
    ? { ...named, outcome: 'unchanged' }
    : { ...named, outcome: 'skipped', reason: fate.skipped }
}

/** Minimum days since the first lookup that reported the work as absent. Lookups are days apart. */
const daysAbsent = 3

export const createGoneWorksQuery = (now: Date, storages: readonly number[]): GoneWorksQuery => ({
  cutoff: daysBefore(now, daysMissing),
  absentSince: daysBefore(now, daysAbsent),
  storages,
})

export const worksPhase = (cleaning: CleanContext): Phase => ({
  name: 'works',
  run: async (context) => {
    const { database, consent } = cleaning
    const { job } = context
    const storages = await listStorages(database.read)
    const here: number[] = []
    for (const storage of storages) if (!(await findSkipReason(cleaning, storage))) here.push(storage.key)
    const query = createGoneWorksQuery(job.now(), here)
    const gone = await listGoneWorks(database.read, query)
    await processInSteps(context, {
      items: gone.map((item) => ({ sortKey: sortKeyOf(item.key), item })),
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

/** Returns works with a missing file that must stay, since it is back or cannot be checked. */
async function keptByFiles(
  cleaning: CleanContext,
  some: readonly GoneWork[],
  cutoff: string,
): Promise<Set<number>> {
  const keys = some.map(({ key }) => key)
  const { database } = cleaning
  const missing = await listMissingFiles(database.read, { cutoff, works: keys })
  const fates = await decideFates(cleaning, missing, await listStorages(database.read))
  return new Set(missing.flatMap(({ id, workKey }) => (fates.get(id) === 'trash' ? [] : [workKey])))
}
