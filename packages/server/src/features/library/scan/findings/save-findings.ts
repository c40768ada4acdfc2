/** Scan phase 6: saves findings for folders that are not works, or that may be another work than assumed. */
import type { FolderReason } from '@koedana/contract/folders.ts'
import { workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { writeTogether } from '../../../../db/changes.ts'
import type { Db } from '../../../../db/schema.ts'
import { chunksOf } from '../../../../db/statements.ts'
import { trashWorks } from '../../../trash/trash.store.ts'
import { audioFormatOf, isUnplayable } from '../../media/formats.rules.ts'
import { type FoundFolder, type FoundWork, pathIn } from '../group.rules.ts'
import type { TakenWork } from '../ingest-works.ts'
import { followLateWrites } from '../moved/follow-files.ts'
import { maxListed } from '../scan.store.ts'
import type { Scan } from '../scan.ts'
import { changesOfFindings, type Finding, signatureOf } from './findings.rules.ts'
import { listEmpty, listUnknownOf, saveFindingChanges } from './findings.store.ts'
import { type SettledFolders, soundsOf } from './settle-folders.ts'

interface Found {
  readonly tree: FoundFolder
  readonly settled: SettledFolders
  readonly taken: readonly TakenWork[]
}

export async function saveFindings(scan: Scan, { tree, settled, taken }: Found): Promise<void> {
  const { database, storageKey, now, isUnreadable, tally } = scan
  const found = await findingsOf(scan, { tree, settled, taken })
  const mayBeThere = (path: string) => tally.held > 0 || isUnreadable(path)
  const changes = changesOfFindings(settled.known, found, mayBeThere)
  const at = now().toISOString()
  if (changes.inserted.length + changes.updated.length + changes.deleted.length > 0)
    await writeTogether(database.write, (tx) => saveFindingChanges(tx, changes, { storageKey, now: at }))
  await trashForsaken(scan)
  await followLateWrites(scan)
}

interface Named {
  readonly work: Pick<FoundWork, 'folder' | 'paths'>
  readonly reason: FolderReason
  readonly workKey: number | null
}

async function findingsOf(
  scan: Scan,
  { tree, settled: { grouped, known }, taken }: Found,
): Promise<Finding[]> {
  const decided = new Set(known.filter(({ decision }) => decision !== null).map(({ path }) => path))
  const takenAt = new Map(taken.map((one) => [one.work.folder, one]))
  const unknown = await listUnknownOf(
    scan.database.write,
    taken.map(({ key }) => key),
  )
  const findings: Finding[] = []
  const passedOver = grouped.ignored.map(({ folder }) => folder)
  for (const { work, reason, workKey } of namedIn(grouped.works, { takenAt, unknown, tree, passedOver })) {
    if (decided.has(work.folder)) continue
    const sounds = await soundsOf(scan, work)
    const sizeBytes = sounds.reduce((sum, one) => sum + one.sizeBytes, 0)
    const counted = { fileCount: sounds.length, sizeBytes, signature: signatureOf(sounds) }
    findings.push({ path: work.folder, reason, workKey, ...counted })
  }
  return findings
}

interface Known {
  readonly takenAt: ReadonlyMap<string, TakenWork>
  readonly unknown: ReadonlySet<number>
  readonly tree: FoundFolder
  readonly passedOver: readonly string[]
}

function* namedIn(works: readonly FoundWork[], known: Known): Generator<Named> {
  const { takenAt, unknown, tree, passedOver } = known
  const inWork = new Set(passedOver)
  for (const work of works) {
    inWork.add(work.folder)
    if (!work.isFolder) continue
    const taken = takenAt.get(work.folder)
    const reason = reasonOf(work, { unknown, taken })
    if (reason) yield { work, reason, workKey: taken?.key ?? null }
  }
  yield* unplayableIn(tree, inWork)
}

function reasonOf(
  work: FoundWork,
  { unknown, taken }: { readonly unknown: ReadonlySet<number>; readonly taken: TakenWork | undefined },
): FolderReason | undefined {
  if (work.id === undefined && !taken) return 'noSound'
  if (work.hasSeveralIds) return 'severalIds'
  if (work.id === undefined) return 'noId'
  if (!work.paths().some(audioFormatOf)) return 'noSound'
  return unknown.has(workKeyOf(work.id)) ? 'unknownId' : undefined
}

function* unplayableIn(folder: FoundFolder, inWork: ReadonlySet<string>): Generator<Named> {
  if (inWork.has(folder.path)) {
    if (folder.path !== '') return
  } else if (folder.files.some(isUnplayable)) {
    const paths = () => folder.files.map((name) => pathIn(folder, name))
    yield { work: { folder: folder.path, paths }, reason: 'unplayable', workKey: null }
  }
  for (const child of folder.folders) yield* unplayableIn(child, inWork)
}

/** Moves custom works to the trash that lost all their files. They are restored when their files return. */
async function trashForsaken({ database, now, forsaken }: Scan): Promise<void> {
  for (const keys of chunksOf([...forsaken], maxListed)) {
    if ((await listForsaken(database.write, keys)).length === 0) continue
    await writeTogether(database.write, async (tx) => {
      await trashWorks(tx, await listForsaken(tx, keys), now().toISOString())
    })
  }
}

const listForsaken = async (db: Db, keys: readonly number[]): Promise<number[]> =>
  (await listEmpty(db, keys)).flatMap(({ key, isOfFolder }) =>
    isOfFolder && workIdOf(key).startsWith('KD') ? [key] : [],
  )
