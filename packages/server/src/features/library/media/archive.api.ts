/** GET, HEAD /works/{id}/archive: everything of a work in one zip, whole or by ranges. */
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
import { archiveSubject, type MediaSources, rightTo } from './links.ts'
import { refusalOf } from './refusal.ts'
import { respond } from './respond.ts'
import { readMediaLink } from './signing.rules.ts'
import { type LocatedFile, listLocatedFiles } from './work-files.store.ts'
import { createWorkZips, type PackedFile } from './work-zip.ts'
import { folderOfZip, namesInZip } from './zip-names.rules.ts'

export function getWorkArchiveHandler(sources: MediaSources): Handler<typeof getWorkArchive> {
  const { now } = sources
  const sendArchive = createArchiveSender(sources)
  return async ({ params, query }, context) => {
    const [secret, epoch] = [sources.secret(), sources.epoch()]
    const workKey = sources.dictionary.findKey('works', params.id)
    if (workKey === undefined) throw new AppError('notFound')
    const fileId = archiveSubject(workIdOf(workKey))
    const link = readMediaLink(secret, { fileId, signature: query.s, epoch, now: now() })
    // Shares give no links to archives.
    if (!link || link.share !== undefined) throw new AppError('forbidden')
    const mayGoOn = () => sources.secret() === secret
    return sendArchive({ workKey, session: link.session, mayGoOn }, context)
  }
}

export interface WantedArchive {
  readonly workKey: number
  /** Public id of the session of the listener; undefined for visitors. */
  readonly session: string | undefined
  /** The ids of the files to be packed; all that are here without it. */
  readonly only?: ReadonlySet<string>
  /** It is checked with the right of the listener, while the zip is sent. */
  readonly mayGoOn: () => boolean
}

type SendArchive = (wanted: WantedArchive, context: Context) => Promise<Bytes>

/** Sends files of a work as a zip, at any door. What is sent ends with the right of the listener. */
export function createArchiveSender(sources: MediaSources): SendArchive {
  const { now, streams } = sources
  const openZip = createWorkZips()
  return async ({ workKey, session, only, mayGoOn }, context) => {
    const holder = { session, workKey, context }
    const rechecks = streams.rechecks()
    const right = await rightTo(sources, holder)
    if (right.is !== 'granted') throw new AppError(right.is === 'ended' ? 'forbidden' : 'notFound')
    const { name, files } = await listPackedFiles(sources, workKey, only)
    if (files.length === 0) throw new AppError('notFound')
    const bytes = await respond(openZip(files), `${name}.zip`, { context, now: now() })
    const isAllowed = async () => mayGoOn() && (await rightTo(sources, holder)).is === 'granted'
    if (bytes.body instanceof Readable) streams.watch(bytes.body, { isAllowed, until: right.until, rechecks })
    return bytes
  }
}

/** The zip of a work holds this: all of its files that can be opened now, in its folders. */
interface PackedSources {
  readonly db: Db
  readonly openStorage: OpenStorage
}

/** `name`: of the folder that all of them lie in. */
async function listPackedFiles(
  { db, openStorage }: PackedSources,
  workKey: number,
  only: ReadonlySet<string> | undefined,
): Promise<{ readonly name: string; readonly files: readonly PackedFile[] }> {
  const { workId, title, files } = await listLocatedFiles(db, workKey)
  const found: { readonly file: LocatedFile; readonly facts: ZipFacts; readonly storage: Storage }[] = []
  for (const file of files) {
    if (only && !only.has(file.id)) continue
    const storage = openStorage(file.storage)
    const facts = await factsOf(storage, file)
    if (facts) found.push({ file, facts, storage })
  }
  const name = folderOfZip(workId, title)
  const names = namesInZip(found.map(({ file: { folder, path } }) => ({ folder, name: lastPart(path) })))
  return {
    name,
    files: found.map(({ file: { id, path }, facts, storage }, index) => ({
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
 * A folder of this machine says at once what is there now: the file is opened, since one that may only be looked at would
 * break off the zip. Where facts come with listings, what the last scan saw is believed: to look up each file takes as long
 * as to read it.
 */
async function factsOf(storage: Storage, { path, facts }: LocatedFile): Promise<ZipFacts | undefined> {
  if (storage.capabilities.listsFacts || isArchived(path)) return facts
  try {
    const file = await storage.open(path)
    await file.close()
    return { sizeBytes: file.sizeBytes, modifiedAt: file.modifiedAt.toISOString() }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const refusal = refusalOf(error)
    if (refusal.code === 'notFound') return undefined
    throw refusal
  }
}
