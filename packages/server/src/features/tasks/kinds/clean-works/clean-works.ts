/**
 * Implements `clean_works`. Missing files and deleted works move to the trash, and old trash is removed for good. Entities that nothing
 * uses are removed. A dry run, the default, takes the same path but writes only its report. No file of the user is ever deleted.
 */

import { join } from 'node:path'
import { CleanOptions } from '@koedana/contract/tasks.ts'
import { entityKinds, workIdOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Db } from '../../../../db/schema.ts'
import type { Message, MessageCode } from '../../../../lib/messages/messages.rules.ts'
import { printablePath } from '../../../../lib/printable.rules.ts'
import {
  deleteEmptyStorages,
  listStorages,
  type StorageFolder,
} from '../../../library/scan/storages.store.ts'
import { removeCovers } from '../../../trash/remove-covers.ts'
import { daysBefore, daysInTrash, daysMissing } from '../../../trash/trash.rules.ts'
import { removeTracks, removeWorks } from '../../../trash/trash.store.ts'
import { type Job, JobFailed, type ReportedItem, type RunKind } from '../../run/job.ts'
import { type Phase, runPhases } from '../phases.ts'
import { createGoneWorksQuery, filesPhase, worksPhase } from './2-files-and-works.ts'
import { findSkipReason } from './check-storages.ts'
import { massLossOf, type SkipReason } from './clean.rules.ts'
import {
  type CleanContext,
  type CleanedItem,
  type CleanSources,
  type ListItem,
  perStep,
  processInSteps,
  reportItem,
  sortKeyOf,
} from './clean-steps.ts'
import {
  countMissingFiles,
  countWorks,
  listGoneWorks,
  listOldFiles,
  listOldWorks,
  listUnknownWorks,
  listUnlinkedEntities,
  type OldFile,
  type OldWork,
  removeEntities,
} from './clean-works.store.ts'

/** A retry runs completely, since finished items are not found again. */
export function createCleanWorks(sources: CleanSources): RunKind {
  return async (job) => {
    const { dryRun = true, allowMassLoss = false } = v.parse(CleanOptions, job.options)
    const cleaning = { ...sources, consent: { dryRun, allowMassLoss } }
    await runPhases(
      job,
      [storages, filesPhase, worksPhase, entities, trash].map((phase) => phase(cleaning)),
    )
  }
}

/** Kept small: for each removed entity the database scans all works for references, and other writers wait meanwhile. */
const entitiesPerStep = 10

const entities = (cleaning: CleanContext): Phase => ({
  name: 'entities',
  run: async (context) => {
    const { database, consent } = cleaning
    const items = []
    for (const [at, kind] of entityKinds.entries()) {
      for (const entity of await listUnlinkedEntities(database.read, kind)) {
        items.push({ sortKey: `${at} ${sortKeyOf(entity.key)}`, item: { kind, entity } })
      }
    }
    await processInSteps(context, {
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

type OldItem = { readonly file: OldFile } | { readonly work: OldWork }

/** Removes old trash for good: database rows and generated covers, but no file of the user. */
const trash = (cleaning: CleanContext): Phase => ({
  name: 'trash',
  run: async (context) => {
    const { database, coversFolder, consent } = cleaning
    const cutoff = daysBefore(context.job.now(), daysInTrash)
    await processInSteps(context, {
      items: await listOld(database.read, cutoff),
      perStep,
      act: async (some) => async (tx) => {
        const removed = consent.dryRun ? some : await remove(tx, some)
        return removed.map((old) =>
          reportItem(cleaning, { ...namesOf(old), outcome: 'removed', reason: 'trashedLongAgo' }),
        )
      },
      afterwards: async (sortKeys) => {
        if (!consent.dryRun) await removeCovers(coversFolder, await idsWithoutWork(database.read, sortKeys))
      },
    })
  },
})

/** Lists files first, including the files of works that are removed with them. */
async function listOld(db: Db, cutoff: string): Promise<ListItem<OldItem>[]> {
  const files = (await listOldFiles(db, cutoff)).map((file) => ({
    sortKey: `file ${file.id}`,
    item: { file },
  }))
  const works = (await listOldWorks(db, cutoff)).map((work) => ({
    sortKey: `${workMark}${sortKeyOf(work.key)}`,
    item: { work },
  }))
  return [...files, ...works]
}

const workMark = 'work '

/** Returns the items that were removed. Others may have been restored in the meantime. */
async function remove(tx: Db, some: readonly OldItem[]): Promise<readonly OldItem[]> {
  const files = some.flatMap((old) => ('file' in old ? [old.file.id] : []))
  const works = some.flatMap((old) => ('work' in old ? [old.work.key] : []))
  const gone = new Set(await removeTracks(tx, files))
  const goneWorks = new Set((await removeWorks(tx, works)).map(({ key }) => key))
  return some.filter((old) => ('file' in old ? gone.has(old.file.id) : goneWorks.has(old.work.key)))
}

const namesOf = (old: OldItem): Pick<CleanedItem, 'item' | 'thing' | 'name'> =>
  'file' in old
    ? { item: printablePath(join(old.file.root, old.file.path)), thing: 'files', name: old.file.workId }
    : { item: old.work.id, thing: 'works', name: old.work.name }

async function idsWithoutWork(db: Db, sortKeys: readonly string[]): Promise<string[]> {
  const keys = sortKeys.flatMap((sortKey) =>
    sortKey.startsWith(workMark) ? [Number(sortKey.slice(workMark.length))] : [],
  )
  return (await listUnknownWorks(db, keys)).map(workIdOf)
}

/** Checks which storages are mounted, and stops before any change if too much would be removed at once. */
const storages = (cleaning: CleanContext): Phase => ({
  name: 'storages',
  run: async (context) => {
    const { job } = context
    const { consent, database } = cleaning
    const checked: CheckedStorage[] = []
    for (const storage of await listStorages(database.read))
      checked.push({ storage, reason: await findSkipReason(cleaning, storage) })
    for (const { storage, reason } of checked) {
      if (reason) job.note('warn', { code: skipCodes[reason], values: { root: storage.root } })
    }
    const losses = await lossesOf(cleaning, job, checked)
    // A resumed task has already reported them.
    if (context.state === null)
      await context.step(async (tx) => {
        if (!consent.dryRun) await deleteEmptyStorages(tx)
        return { state: {}, items: [...checked.map(itemOf), ...losses.items] }
      })
    for (const loss of losses.messages) job.note('warn', loss)
    if (losses.messages.length > 0 && !consent.dryRun && !consent.allowMassLoss) {
      throw new JobFailed([...losses.messages, { code: 'clean.stopped', values: {} }])
    }
  },
})

const skipCodes = {
  notMounted: 'clean.notMounted',
  massLoss: 'clean.emptied',
  storageOff: 'clean.storageOff',
} as const satisfies Readonly<Record<SkipReason, MessageCode>>

interface CheckedStorage {
  readonly storage: StorageFolder
  readonly reason: SkipReason | undefined
}

const itemOf = ({ storage: { root }, reason }: CheckedStorage): ReportedItem =>
  reason
    ? { item: root, thing: 'storages', outcome: 'skipped', reason }
    : { item: root, thing: 'storages', outcome: 'unchanged' }

/** Counts what would be trashed in each mounted storage and in the catalog. */
async function lossesOf({ database }: CleanContext, job: Job, checked: readonly CheckedStorage[]) {
  const here = checked.flatMap(({ storage, reason }) => (reason ? [] : [storage]))
  const cutoff = daysBefore(job.now(), daysMissing)
  const messages: Message[] = []
  const items: ReportedItem[] = []
  for (const { storageKey, ...loss } of await countMissingFiles(database.read, cutoff)) {
    // The administrator who removed a storage has agreed to lose its files.
    const storage = here.find(({ key, isRemoved }) => key === storageKey && !isRemoved)
    const message = storage && massLossOf(loss, storage.root)
    if (!message) continue
    messages.push(message)
    items.push({ item: storage.root, thing: 'storages', outcome: 'skipped', reason: 'massLoss' })
  }
  const keys = here.map(({ key }) => key)
  const { length: lost } = await listGoneWorks(database.read, createGoneWorksQuery(job.now(), keys))
  const loss = { lost, total: await countWorks(database.read), works: lost }
  const message = massLossOf(loss)
  return { messages: message ? [...messages, message] : messages, items }
}
