/** Files that have been missing for long go into the trash. */
import { join } from 'node:path'
import { printablePath } from '../../../../lib/printable.rules.ts'
import { listStorages } from '../../../library/scan/storages.store.ts'
import { daysBefore, daysMissing } from '../../../trash/trash.rules.ts'
import { trashTracks } from '../../../trash/trash.store.ts'
import type { ReportedItem } from '../../job.ts'
import type { Phase } from '../phases.ts'
import type { Fate } from './clean.rules.ts'
import { type Cleaning, perStep, reportItem } from './cleaning.ts'
import { fatesOf } from './file-fates.ts'
import { inSteps } from './in-steps.ts'
import { listMissingFiles, type MissingFile } from './missing-files.store.ts'

export const files = (cleaning: Cleaning): Phase => ({
  name: 'files',
  run: async (context) => {
    const { database, consent } = cleaning
    const { job } = context
    const missing = await listMissingFiles(database.read, { cutoff: daysBefore(job.now(), daysMissing) })
    const storages = await listStorages(database.read)
    await inSteps(context, {
      items: missing.map((item) => ({ place: item.id, item })),
      perStep,
      act: async (some) => {
        const fates = fatesOf(some, storages, consent)
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

/** One that came back between the look and the step is kept. */
const leftOf = (fate: Fate | undefined): Fate => (fate === undefined || fate === 'trash' ? 'keep' : fate)

function itemOf(cleaning: Cleaning, { root, path, workId }: MissingFile, fate: Fate): ReportedItem {
  const named = { item: printablePath(join(root, path)), thing: 'files' as const, name: workId }
  if (fate === 'trash') return reportItem(cleaning, { ...named, outcome: 'trashed', reason: 'fileMissing' })
  return fate === 'keep'
    ? { ...named, outcome: 'unchanged' }
    : { ...named, outcome: 'skipped', reason: fate.skipped }
}
