/**
 * Moves personal data when files become part of another work: their folder was given an ID, was renamed to another, or lost it. A work
 * that only a folder created moves completely, and its old ID becomes an alias.
 */
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workIdOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../../../db/changes.ts'
import type { Db } from '../../../../db/schema.ts'
import { undefinedIfMissing } from '../../../../lib/enoent.ts'
import {
  deleteWorkAlias,
  listAliasesSince,
  listOldKeys,
  saveWorkAlias,
  type WorkMove,
} from '../../../entities/work-aliases.store.ts'
import { trashWorks } from '../../../trash/trash.store.ts'
import { findCovers, findLockedCovers } from '../../covers/covers.store.ts'
import { createDraftPath } from '../../covers/drafts.ts'
import { type EmptyWork, listEmptyWorks } from '../findings/findings.store.ts'
import type { Scan } from '../scan.ts'
import {
  copyMarksBack,
  hasPersonalData,
  moveFileData,
  moveListening,
  moveMarks,
} from './personal-data.store.ts'
import { moveEdits } from './work-edits.store.ts'

export interface MovedFile extends WorkMove {
  readonly trackId: string
}

/**
 * Moves the data of files that changed their work. Runs inside `writeInTurn`, after the files were written. `now` is fixed-width UTC
 * text.
 */
export async function movePersonalData(tx: Db, files: readonly MovedFile[], now: string): Promise<void> {
  if (files.length === 0) return
  const byWork = Map.groupBy(files, ({ from }) => from)
  const empty = new Map((await listEmptyWorks(tx, [...byWork.keys()])).map((work) => [work.key, work]))
  for (const [from, moved] of byWork) {
    const targets = [...Map.groupBy(moved, ({ into }) => into)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    )
    for (const [into, some] of targets) {
      await moveFileData(
        tx,
        { from, into },
        some.map(({ trackId }) => trackId),
      )
    }
    const [into] = targets[0] ?? []
    const work = empty.get(from)
    if (work && into !== undefined) await moveRemainingData(tx, { work, into }, now)
    // Personal data changed too, so the change is published before the bulk changes of the scan.
    await appendChanges(tx, 'work', [from, ...targets.map(([key]) => key)])
  }
  for (const into of new Set(files.map((file) => file.into))) await deleteWorkAlias(tx, into)
}

interface EmptyWorkMove {
  readonly work: EmptyWork
  readonly into: number
}

/** Moves what remains of a work without files. If another source knows the work, it stays with its marks. */
async function moveRemainingData(
  tx: Db,
  { work: { key: from, isOfFolder }, into }: EmptyWorkMove,
  now: string,
): Promise<void> {
  const move = { from, into }
  await moveListening(tx, move)
  if (!isOfFolder) {
    if ((await listOldKeys(tx, from)).includes(into)) await copyMarksBack(tx, move)
    return
  }
  await saveWorkAlias(tx, move, now)
  await moveMarks(tx, move)
  await moveEdits(tx, move)
  await trashWorks(tx, [from], now)
}

/** A request that began before the move may write to the old work afterwards. Moves such rows at the end of the scan. */
export async function moveLateWrites({ database, now }: Pick<Scan, 'database' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - lateWriteWindowMs).toISOString()
  for (const { old_key: from, work_key: into } of await listAliasesSince(database.write, since)) {
    if (!(await hasPersonalData(database.write, from))) continue
    await writeInTurn(database.write, async (tx) => {
      await moveListening(tx, { from, into })
      await moveMarks(tx, { from, into })
    })
  }
}

const lateWriteWindowMs = 3_600_000

/** Copies covers that administrators chose. Call before their work moves. */
export async function copyChosenCovers(
  { database, coversFolder }: Pick<Scan, 'database' | 'coversFolder'>,
  moves: readonly WorkMove[],
): Promise<void> {
  const keys = [...new Set(moves.map(({ from }) => from))]
  const chosen = await findLockedCovers(database.write, keys)
  const covers = new Map((await findCovers(database.write, [...chosen])).map((row) => [row.key, row]))
  for (const { from, into } of moves) {
    const row = covers.get(from)
    if (!row?.cover_version) continue
    const folder = join(coversFolder, workIdOf(into))
    const draft = await createDraftPath(coversFolder)
    await cp(join(coversFolder, row.id), draft, { recursive: true }).catch(undefinedIfMissing)
    await rm(join(folder, row.cover_version), { recursive: true, force: true })
    await rename(join(draft, row.cover_version), join(folder, row.cover_version))
    await rm(draft, { recursive: true, force: true })
  }
}
