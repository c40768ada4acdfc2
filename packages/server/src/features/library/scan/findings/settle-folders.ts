/** Scan phase 2, between grouping and merging: applies administrators' decisions on folders. */

import { writeTogether } from '../../../../db/changes.ts'
import type { Db } from '../../../../db/schema.ts'
import { audioFormatOf, isUnplayable } from '../../media/formats.rules.ts'
import { type FoundFolder, type FoundWork, type Grouped, groupWorks } from '../group.rules.ts'
import type { Walked } from '../walk.ts'
import { decisionsIn, type FoundSound, type KnownFinding, signatureOf } from './findings.rules.ts'
import { listFindings, moveFinding } from './findings.store.ts'

export interface SettledFolders {
  readonly grouped: Grouped
  readonly known: readonly KnownFinding[]
}

interface Sources {
  readonly db: Db
  readonly storageKey: number
  readonly walked: Walked
}

/** Groups folders into works. Decisions of administrators follow folders that were renamed or moved. */
export async function settleFolders({ db, storageKey, walked }: Sources): Promise<SettledFolders> {
  const known = await listFindings(db, storageKey)
  const grouped = groupWorks(walked.tree, decisionsIn(known))
  const moves = await movesOf(walked, known, grouped.works)
  if (moves.length === 0) return { grouped, known }
  await writeTogether(db, async (tx) => {
    for (const { key, path } of moves) await moveFinding(tx, { key, path, storageKey })
  })
  const moved = await listFindings(db, storageKey)
  return { grouped: groupWorks(walked.tree, decisionsIn(moved)), known: moved }
}

/** Finds the new paths of decided folders that were renamed or moved, by their signature. */
async function movesOf(
  walked: Walked,
  known: readonly KnownFinding[],
  works: readonly FoundWork[],
): Promise<{ readonly key: number; readonly path: string }[]> {
  const decided = known.filter(({ decision, fileCount }) => decision !== null && fileCount > 0)
  const away = decided.filter(({ path }) => !isThere(walked.tree, path) && !walked.isUnreadable(path))
  if (away.length === 0) return []
  const taken = new Set(known.filter(({ decision }) => decision !== null).map(({ path }) => path))
  const counts = new Set(away.map(({ fileCount }) => fileCount))
  const moves = []
  for (const work of works) {
    if (!work.isFolder || taken.has(work.folder) || !counts.has(soundPaths(work).length)) continue
    const signature = signatureOf(await soundsOf(walked, work))
    const at = away.findIndex((one) => one.signature === signature)
    const [finding] = at < 0 ? [] : away.splice(at, 1)
    if (finding) moves.push({ key: finding.key, path: work.folder })
  }
  return moves
}

function isThere(tree: FoundFolder, path: string): boolean {
  if (path === '') return true
  let folder: FoundFolder | undefined = tree
  for (const name of path.split('/')) folder = folder?.folders.find((one) => one.name === name)
  return folder !== undefined
}

/** Includes unplayable recordings, because a folder may consist of them. */
export const soundPaths = (work: Pick<FoundWork, 'paths'>): string[] =>
  work.paths().filter((path) => audioFormatOf(path) !== undefined || isUnplayable(path))

export async function soundsOf(
  { factsOf }: Pick<Walked, 'factsOf'>,
  work: Pick<FoundWork, 'paths' | 'folder'>,
): Promise<FoundSound[]> {
  const start = work.folder === '' ? 0 : work.folder.length + 1
  const sounds = []
  for (const path of soundPaths(work)) {
    const facts = factsOf(path)
    const known = facts instanceof Promise ? await facts : facts
    sounds.push({ name: path.slice(start), sizeBytes: known?.sizeBytes ?? 0 })
  }
  return sounds
}
