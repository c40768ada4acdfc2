/** GET, HEAD /works/{id}/archive: all files of a work as a zip, whole or by ranges. */
import { Readable } from 'node:stream'
import type { getWorkArchive } from '@koedana/contract/media.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import type { Bytes, Context, Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isArchived } from '../../storages/archives/archive-storage.ts'
import type { OpenStorage } from '../../storages/open-storages.ts'
import { lastPart } from '../../storages/path.rules.ts'
import { type FileFacts, type Storage, StorageError } from '../../storages/storage.ts'
import { archiveSubject, findRight, type MediaSources } from './links.ts'
import { toListenerError } from './listener-errors.ts'
import { respond } from './respond.ts'
import { readMediaLink } from './signing.rules.ts'
import { type LocatedFile, listLocatedFiles } from './work-files.store.ts'
import { createWorkZips, type PackedFile } from './work-zip.ts'
import { zipFolderName, zipPaths } from './zip-names.rules.ts'

export function getWorkArchiveHandler(sources: MediaSources): Handler<typeof getWorkArchive> {
  const { now } = sources
  const sendArchive = createArchiveSender(sources)
  return async ({ params, query }, context) => {
    const [secret, epoch] = [sources.secret(), sources.epoch()]
    const workKey = sources.dictionary.findKey('works', params.id)
    if (workKey === undefined) throw new AppError('notFound')
    const fileId = archiveSubject(workIdOf(workKey))
    const link = readMediaLink(secret, { fileId, signature: query.s, epoch, now: now() })
    // Shares do not include links to archives.
    if (!link || link.share !== undefined) throw new AppError('forbidden')
    const mayContinue = () => sources.secret() === secret
    return sendArchive({ workKey, session: link.session, mayGoOn: mayContinue }, context)
  }
}

export interface ArchiveRequest {
  readonly workKey: number
  /** Public ID of the listener's session; undefined for visitors. */
  readonly session: string | undefined
  /** IDs of the files to include; all present files if undefined. */
  readonly only?: ReadonlySet<string>
  /** Checked together with the listener's right while the zip is sent. */
  readonly mayGoOn: () => boolean
}

type SendArchive = (wanted: ArchiveRequest, context: Context) => Promise<Bytes>

/** Returns a function that sends files of a work as a zip, for every API. The stream ends when the listener loses the right. */
export function createArchiveSender(sources: MediaSources): SendArchive {
  const { now, streams } = sources
  const openZip = createWorkZips()
  return async ({ workKey, session, only, mayGoOn }, context) => {
    const holder = { session, workKey, context }
    const rechecks = streams.rechecks()
    const right = await findRight(sources, holder)
    if (right.type !== 'granted') throw new AppError(right.type === 'ended' ? 'forbidden' : 'notFound')
    const { name, files } = await listPackedFiles(sources, workKey, only)
    if (files.length === 0) throw new AppError('notFound')
    const bytes = await respond(openZip(files), `${name}.zip`, { context, now: now() })
    const isAllowed = async () => mayGoOn() && (await findRight(sources, holder)).type === 'granted'
    if (bytes.body instanceof Readable) streams.watch(bytes.body, { isAllowed, until: right.until, rechecks })
    return bytes
  }
}

interface PackedSources {
  readonly db: Db
  readonly openStorage: OpenStorage
}

/** Returns all files of the work that can be opened now; `name` is the root folder of the zip. */
async function listPackedFiles(
  { db, openStorage }: PackedSources,
  workKey: number,
  only: ReadonlySet<string> | undefined,
): Promise<{ readonly name: string; readonly files: readonly PackedFile[] }> {
  const { workId, title, files } = await listLocatedFiles(db, workKey)
  const available: { readonly file: LocatedFile; readonly facts: ZipFacts; readonly storage: Storage }[] = []
  for (const file of files) {
    if (only && !only.has(file.id)) continue
    const storage = openStorage(file.storage)
    const facts = await factsOf(storage, file)
    if (facts) available.push({ file, facts, storage })
  }
  const name = zipFolderName(workId, title)
  const names = zipPaths(available.map(({ file: { folder, path } }) => ({ folder, name: lastPart(path) })))
  return {
    name,
    files: available.map(({ file: { id, path }, facts, storage }, index) => ({
      id,
      name: `${name}/${names[index]}`,
      sizeBytes: facts.sizeBytes,
      modifiedAt: new Date(facts.modifiedAt),
      open: () => storage.open(path),
    })),
  }
}

type ZipFacts = Pick<FileFacts, 'sizeBytes' | 'modifiedAt'>

/**
 * Returns undefined for a file that is missing. Local files are opened, because an unreadable one would abort the zip later. For storages
 * whose listings include sizes and times, the facts of the last scan are used: looking up each file would take as long as reading it.
 */
async function factsOf(storage: Storage, { path, facts }: LocatedFile): Promise<ZipFacts | undefined> {
  if (storage.capabilities.listsFacts || isArchived(path)) return facts
  try {
    const file = await storage.open(path)
    await file.close()
    return { sizeBytes: file.sizeBytes, modifiedAt: file.modifiedAt.toISOString() }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const refusal = toListenerError(error)
    if (refusal.code === 'notFound') return undefined
    throw refusal
  }
}
