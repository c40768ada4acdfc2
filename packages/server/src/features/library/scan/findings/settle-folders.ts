/** Scan phase 2, between grouping and merging: applies administrators' decisions on folders. */

import { writeInTurn } from '../../../../db/changes.ts'
import type { Db } from '../../../../db/schema.ts'
import { audioFormatOf, isUnplayable } from '../../media/formats.rules.ts'
import { type FoundFolder, type GroupedFolders, groupWorks, type WorkFolder } from '../group.rules.ts'
import type { WalkedTree } from '../walk.ts'
import { computeSignature, decisionsOf, type FolderTrack, type StoredFinding } from './findings.rules.ts'
import { listFindings, moveFinding } from './findings.store.ts'

export interface DecidedFolders {
  readonly grouped: GroupedFolders
  readonly known: readonly StoredFinding[]
}

interface FolderSources {
  readonly db: Db
  readonly storageKey: number
  readonly walked: WalkedTree
}

/** Groups folders into works. Decisions of administrators follow folders that were renamed or moved. */
export async function applyDecisions({ db, storageKey, walked }: FolderSources): Promise<DecidedFolders> {
  const known = await listFindings(db, storageKey)
  const grouped = groupWorks(walked.tree, decisionsOf(known))
  const moves = await findMovedFolders(walked, known, grouped.works)
  if (moves.length === 0) return { grouped, known }
  await writeInTurn(db, async (tx) => {
    for (const { key, path } of moves) await moveFinding(tx, { key, path, storageKey })
  })
  const moved = await listFindings(db, storageKey)
  return { grouped: groupWorks(walked.tree, decisionsOf(moved)), known: moved }
}

/** Finds the new paths of decided folders that were renamed or moved, by their signature. */
async function findMovedFolders(
  walked: WalkedTree,
  known: readonly StoredFinding[],
  works: readonly WorkFolder[],
): Promise<{ readonly key: number; readonly path: string }[]> {
  const decided = known.filter(({ decision, fileCount }) => decision !== null && fileCount > 0)
  const away = decided.filter(({ path }) => !hasFolder(walked.tree, path) && !walked.isUnreadable(path))
  if (away.length === 0) return []
  const taken = new Set(known.filter(({ decision }) => decision !== null).map(({ path }) => path))
  const counts = new Set(away.map(({ fileCount }) => fileCount))
  const moves = []
  for (const work of works) {
    if (!work.isFolder || taken.has(work.folder) || !counts.has(recordingPaths(work).length)) continue
    const signature = computeSignature(await listFolderTracks(walked, work))
    const at = away.findIndex((one) => one.signature === signature)
    const [finding] = at < 0 ? [] : away.splice(at, 1)
    if (finding) moves.push({ key: finding.key, path: work.folder })
  }
  return moves
}

function hasFolder(tree: FoundFolder, path: string): boolean {
  if (path === '') return true
  let folder: FoundFolder | undefined = tree
  for (const name of path.split('/')) folder = folder?.folders.find((one) => one.name === name)
  return folder !== undefined
}

/** Includes unplayable recordings, because a folder may consist of them. */
export const recordingPaths = (work: Pick<WorkFolder, 'paths'>): string[] =>
  work.paths().filter((path) => audioFormatOf(path) !== undefined || isUnplayable(path))

export async function listFolderTracks(
  { factsOf }: Pick<WalkedTree, 'factsOf'>,
  work: Pick<WorkFolder, 'paths' | 'folder'>,
): Promise<FolderTrack[]> {
  const start = work.folder === '' ? 0 : work.folder.length + 1
  const sounds = []
  for (const path of recordingPaths(work)) {
    const facts = factsOf(path)
    const known = facts instanceof Promise ? await facts : facts
    sounds.push({ name: path.slice(start), sizeBytes: known?.sizeBytes ?? 0 })
  }
  return sounds
}
