/** Scan phase 6: saves findings for folders that are not works, or that may be another work than assumed. */
import type { FolderReason } from '@koedana/contract/folders.ts'
import { workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../../../db/changes.ts'
import type { Db } from '../../../../db/schema.ts'
import { chunksOf } from '../../../../db/statements.ts'
import { trashWorks } from '../../../trash/trash.store.ts'
import { audioFormatOf, isUnplayable } from '../../media/formats.rules.ts'
import { type FoundFolder, joinFolder, type WorkFolder } from '../group.rules.ts'
import type { IngestedWork } from '../ingest-works.ts'
import { moveLateWrites } from '../moved/move-personal-data.ts'
import { maxListLength } from '../scan.store.ts'
import type { Scan } from '../scan.ts'
import { computeSignature, diffFindings, type Finding } from './findings.rules.ts'
import { listEmptyWorks, listMarketplaceUnknownWorks, saveFindingChanges } from './findings.store.ts'
import { type DecidedFolders, listFolderTracks } from './settle-folders.ts'

interface FindingSources {
  readonly tree: FoundFolder
  readonly settled: DecidedFolders
  readonly taken: readonly IngestedWork[]
}

export async function saveFindings(scan: Scan, { tree, settled, taken }: FindingSources): Promise<void> {
  const { database, storageKey, now, isUnreadable, tally } = scan
  const found = await createFindings(scan, { tree, settled, taken })
  const mayBeThere = (path: string) => tally.held > 0 || isUnreadable(path)
  const changes = diffFindings(settled.known, found, mayBeThere)
  const at = now().toISOString()
  if (changes.inserted.length + changes.updated.length + changes.deleted.length > 0)
    await writeInTurn(database.write, (tx) => saveFindingChanges(tx, changes, { storageKey, now: at }))
  await trashAbandonedWorks(scan)
  await moveLateWrites(scan)
}

interface FolderProblem {
  readonly work: Pick<WorkFolder, 'folder' | 'paths'>
  readonly reason: FolderReason
  readonly workKey: number | null
}

async function createFindings(
  scan: Scan,
  { tree, settled: { grouped, known }, taken }: FindingSources,
): Promise<Finding[]> {
  const decided = new Set(known.filter(({ decision }) => decision !== null).map(({ path }) => path))
  const takenAt = new Map(taken.map((one) => [one.work.folder, one]))
  const unknown = await listMarketplaceUnknownWorks(
    scan.database.write,
    taken.map(({ key }) => key),
  )
  const findings: Finding[] = []
  const passedOver = grouped.ignored.map(({ folder }) => folder)
  for (const { work, reason, workKey } of listProblems(grouped.works, {
    takenAt,
    unknown,
    tree,
    passedOver,
  })) {
    if (decided.has(work.folder)) continue
    const sounds = await listFolderTracks(scan, work)
    const sizeBytes = sounds.reduce((sum, one) => sum + one.sizeBytes, 0)
    const counted = { fileCount: sounds.length, sizeBytes, signature: computeSignature(sounds) }
    findings.push({ path: work.folder, reason, workKey, ...counted })
  }
  return findings
}

interface ScanKnowledge {
  readonly takenAt: ReadonlyMap<string, IngestedWork>
  readonly unknown: ReadonlySet<number>
  readonly tree: FoundFolder
  readonly passedOver: readonly string[]
}

function* listProblems(works: readonly WorkFolder[], known: ScanKnowledge): Generator<FolderProblem> {
  const { takenAt, unknown, tree, passedOver } = known
  const inWork = new Set(passedOver)
  for (const work of works) {
    inWork.add(work.folder)
    if (!work.isFolder) continue
    const taken = takenAt.get(work.folder)
    const reason = findReason(work, { unknown, taken })
    if (reason) yield { work, reason, workKey: taken?.key ?? null }
  }
  yield* listUnplayable(tree, inWork)
}

function findReason(
  work: WorkFolder,
  { unknown, taken }: { readonly unknown: ReadonlySet<number>; readonly taken: IngestedWork | undefined },
): FolderReason | undefined {
  if (work.id === undefined && !taken) return 'noSound'
  if (work.hasSeveralIds) return 'severalIds'
  if (work.id === undefined) return 'noId'
  if (!work.paths().some(audioFormatOf)) return 'noSound'
  return unknown.has(workKeyOf(work.id)) ? 'unknownId' : undefined
}

function* listUnplayable(folder: FoundFolder, inWork: ReadonlySet<string>): Generator<FolderProblem> {
  if (inWork.has(folder.path)) {
    if (folder.path !== '') return
  } else if (folder.files.some(isUnplayable)) {
    const paths = () => folder.files.map((name) => joinFolder(folder, name))
    yield { work: { folder: folder.path, paths }, reason: 'unplayable', workKey: null }
  }
  for (const child of folder.folders) yield* listUnplayable(child, inWork)
}

/** Moves custom works to the trash that lost all their files. They are restored when their files return. */
async function trashAbandonedWorks({ database, now, forsaken }: Scan): Promise<void> {
  for (const keys of chunksOf([...forsaken], maxListLength)) {
    if ((await listAbandonedWorks(database.write, keys)).length === 0) continue
    await writeInTurn(database.write, async (tx) => {
      await trashWorks(tx, await listAbandonedWorks(tx, keys), now().toISOString())
    })
  }
}

const listAbandonedWorks = async (db: Db, keys: readonly number[]): Promise<number[]> =>
  (await listEmptyWorks(db, keys)).flatMap(({ key, isOfFolder }) =>
    isOfFolder && workIdOf(key).startsWith('KD') ? [key] : [],
  )
