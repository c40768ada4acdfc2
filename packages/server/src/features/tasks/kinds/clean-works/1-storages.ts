/** Sees which disks are there, and stops before anything is changed where too much would go at once. */

import { listStorages, type StorageFolder } from '../../../library/scan/storages.store.ts'
import { daysBefore, daysMissing } from '../../../trash/trash.rules.ts'
import { type Job, JobFailed, type ReportedItem } from '../../job.ts'
import type { Phase } from '../phases.ts'
import { goneAsOf } from './2-files-and-works.ts'
import { massLossOf, reasonToPassOver, stopsHere } from './clean.rules.ts'
import type { Cleaning } from './cleaning.ts'
import { stateNow } from './file-fates.ts'
import { countMissingFiles, countWorks, listGoneWorks } from './gone.store.ts'

export const storages = (cleaning: Cleaning): Phase => ({
  name: 'storages',
  run: async (context) => {
    const { job } = context
    const { consent, database } = cleaning
    const checked = (await listStorages(database.read)).map((storage) => {
      const reason = reasonToPassOver(stateNow(storage), consent)
      return { storage, reason }
    })
    for (const { storage, reason } of checked) {
      if (reason) job.note('warn', `${storage.root}: its files are passed over (${reason})`)
    }
    const losses = await lossesOf(cleaning, job, checked)
    // Taken up again, it was told already.
    if (context.state === null)
      await context.step(async () => ({ state: {}, items: [...checked.map(itemOf), ...losses.items] }))
    for (const sentence of losses.sentences) job.note('warn', sentence)
    if (losses.sentences.length > 0 && !consent.dryRun && !consent.allowMassLoss) {
      throw new JobFailed([...losses.sentences, stopsHere].join(' '))
    }
  },
})

interface CheckedStorage {
  readonly storage: StorageFolder
  readonly reason: ReturnType<typeof reasonToPassOver>
}

const itemOf = ({ storage: { root }, reason }: CheckedStorage): ReportedItem =>
  reason
    ? { item: root, thing: 'storages', outcome: 'skipped', reason }
    : { item: root, thing: 'storages', outcome: 'unchanged' }

/** Asks for consent on behalf of each storage that is there, and of the catalogue. */
async function lossesOf({ database }: Cleaning, job: Job, checked: readonly CheckedStorage[]) {
  const here = checked.flatMap(({ storage, reason }) => (reason ? [] : [storage]))
  const cutoff = daysBefore(job.now(), daysMissing)
  const sentences: string[] = []
  const items: ReportedItem[] = []
  for (const { storageKey, ...loss } of await countMissingFiles(database.read, cutoff)) {
    const storage = here.find(({ key }) => key === storageKey)
    const sentence = storage && massLossOf(`files of ${storage.root}`, loss)
    if (!sentence) continue
    sentences.push(sentence)
    items.push({ item: storage.root, thing: 'storages', outcome: 'skipped', reason: 'massLoss' })
  }
  const keys = here.map(({ key }) => key)
  const { length: lost } = await listGoneWorks(database.read, goneAsOf(job.now(), keys))
  const loss = { lost, total: await countWorks(database.read), works: lost }
  const sentence = massLossOf('works', loss)
  return { sentences: sentence ? [...sentences, sentence] : sentences, items }
}
