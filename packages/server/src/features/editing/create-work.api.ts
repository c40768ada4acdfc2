/** POST /works: a work that no marketplace has. */
import type { createWork } from '@koedana/contract/editing.ts'
import { workIdOf } from '@koedana/contract/work-id.rules.ts'
import { appendChanges, writeTogether } from '../../db/changes.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { dayOf } from '../../lib/instants.rules.ts'
import { blankWork } from '../metadata/ingest/blank-work.rules.ts'
import { saveMerged } from '../metadata/ingest/works.store.ts'
import { areNumbersNew } from '../stats/stats.rules.ts'
import { saveStats } from '../stats/stats.store.ts'
import { readStoredWork } from '../works/work.ts'
import { findEntityKeys } from './change-fields.ts'
import { saveLocks } from './edits.store.ts'
import { readGiven } from './given-values.ts'
import { takeOwnKey } from './own-works.store.ts'
import { place } from './place.rules.ts'
import { type EditingSources, editorOf } from './sources.ts'
import { givenFields } from './values.rules.ts'

export function createWorkHandler(sources: EditingSources): Handler<typeof createWork> {
  const { database, catalogue } = sources
  return async ({ body }, context) => {
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    const key = await writeTogether(database.write, async (tx) => {
      const taken = await takeOwnKey(tx)
      const workId = workIdOf(taken)
      const { values } = await readGiven(tx, { workId, values: body, path: 'body', now })
      const keys = await findEntityKeys(tx, values)
      const blank = blankWork({ id: workId, source: 'edit', now })
      const placed = place(blank, { values, keys, now })
      await saveMerged(database, tx, [{ ...placed, outcome: 'added' }])
      if (areNumbersNew(placed.columns, undefined))
        await saveStats(database, tx, { day: dayOf(now), works: [placed.columns] })
      const locks = [...givenFields(values).keys()].map((field) => [field, { userKey, at: now }] as const)
      await saveLocks(tx, taken, locks)
      await appendChanges(tx, 'work', [taken])
      return taken
    })
    await catalogue.followed()
    const work = await readStoredWork(sources, { key, locale: context.locale, visible: (keys) => keys })
    if (!work) throw new AppError('conflict')
    return work
  }
}
