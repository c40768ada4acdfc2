/** What has lain in the trash for long is removed for good: records, and the covers made of works. No file of the user. */
import { join } from 'node:path'
import { workIdOf } from '@koedana/contract/work-id.rules.ts'
import type { Db } from '../../../../db/schema.ts'
import { printablePath } from '../../../../lib/printable.rules.ts'
import { removeCovers } from '../../../trash/remove-covers.ts'
import { daysBefore, daysInTrash } from '../../../trash/trash.rules.ts'
import { removeTracks, removeWorks } from '../../../trash/trash.store.ts'
import type { Phase } from '../phases.ts'
import { type Cleaning, type Done, perStep, reportItem } from './cleaning.ts'
import { inSteps, type Listed, placeOf } from './in-steps.ts'
import {
  listOldFiles,
  listOldWorks,
  listUnknownWorks,
  type OldFile,
  type OldWork,
} from './old-trash.store.ts'

type Old = { readonly file: OldFile } | { readonly work: OldWork }

export const trash = (cleaning: Cleaning): Phase => ({
  name: 'trash',
  run: async (context) => {
    const { database, coversFolder, consent } = cleaning
    const cutoff = daysBefore(context.job.now(), daysInTrash)
    await inSteps(context, {
      items: await listOld(database.read, cutoff),
      perStep,
      act: async (some) => async (tx) => {
        const removed = consent.dryRun ? some : await remove(tx, some)
        return removed.map((old) =>
          reportItem(cleaning, { ...namesOf(old), outcome: 'removed', reason: 'trashedLongAgo' }),
        )
      },
      afterwards: async (places) => {
        if (!consent.dryRun) await removeCovers(coversFolder, await idsWithoutWork(database.read, places))
      },
    })
  },
})

/** Files first: those of works that go with them are told of as well. */
async function listOld(db: Db, cutoff: string): Promise<Listed<Old>[]> {
  const files = (await listOldFiles(db, cutoff)).map((file) => ({ place: `file ${file.id}`, item: { file } }))
  const works = (await listOldWorks(db, cutoff)).map((work) => ({
    place: `${workMark}${placeOf(work.key)}`,
    item: { work },
  }))
  return [...files, ...works]
}

const workMark = 'work '

/** Those that were truly removed: somebody may have put one back meanwhile. */
async function remove(tx: Db, some: readonly Old[]): Promise<readonly Old[]> {
  const files = some.flatMap((old) => ('file' in old ? [old.file.id] : []))
  const works = some.flatMap((old) => ('work' in old ? [old.work.key] : []))
  const gone = new Set(await removeTracks(tx, files))
  const goneWorks = new Set((await removeWorks(tx, works)).map(({ key }) => key))
  return some.filter((old) => ('file' in old ? gone.has(old.file.id) : goneWorks.has(old.work.key)))
}

const namesOf = (old: Old): Pick<Done, 'item' | 'thing' | 'name'> =>
  'file' in old
    ? { item: printablePath(join(old.file.root, old.file.path)), thing: 'files', name: old.file.workId }
    : { item: old.work.id, thing: 'works', name: old.work.name }

async function idsWithoutWork(db: Db, places: readonly string[]): Promise<string[]> {
  const keys = places.flatMap((place) =>
    place.startsWith(workMark) ? [Number(place.slice(workMark.length))] : [],
  )
  return (await listUnknownWorks(db, keys)).map(workIdOf)
}
