/** The library as folders: one for each work with files here that the caller may see, and what lies in it. */
import { workIdOf } from '@koedana/contract/values.ts'
import type { WorkTable } from '../../../db/tables/catalogue.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { contentTypeOf } from '../../library/media/formats.rules.ts'
import { type LocatedFile, listLocatedFiles } from '../../library/media/work-files.store.ts'
import { namesInZip } from '../../library/media/zip-names.rules.ts'
import { lastPart } from '../../storages/path.rules.ts'
import type { OpenFile } from '../../storages/storage.ts'
import { listKeys } from '../../works/list-works.use-cases.ts'
import { findWorks } from '../../works/works.store.ts'
import type { DoorFile, DoorMediaSources } from '../door-media.ts'
import type { Resource } from './multistatus.rules.ts'
import { folderNameOf, workKeyOfFolder } from './names.rules.ts'

/** An address below the door leads to it; its children are made while they are read. */
export interface Found {
  readonly self: Resource
  /** The file behind it; undefined for a folder. */
  readonly file: FoundFile | undefined
  readonly children: () => AsyncIterable<readonly Resource[]>
}

export type FoundFile = Pick<DoorFile, 'fileId' | 'workId' | 'etagOf'>

export const base = '/dav'

/** Works are read so many at once, so that nobody else waits for long. */
const step = 40

/** The folder of all works, however many there are: which they are is known at once, what they are called step by step. */
export function openRoot(sources: DoorMediaSources, context: Context): Found {
  const children = async function* () {
    const { catalogue } = sources
    const current = catalogue.current()
    const { keys } = await listKeys(
      sources,
      {
        filter: { inLibrary: true, editions: 'all' },
        sort: 'releaseDateAsc',
        offset: 0,
        limit: current.workCount + current.deltaSize,
      },
      context,
    )
    for (let at = 0; at < keys.length; at += step) {
      yield (await findShown(sources, keys.slice(at, at + step), context)).map((row) => {
        const name = folderNameOf({ id: row.id, title: row.name })
        return folderAt(`${context.subPath}${base}/${encodeURIComponent(name)}/`, name, dateOf(row))
      })
    }
  }
  return { self: folderAt(`${context.subPath}${base}/`, 'Koedana', undefined), file: undefined, children }
}

/** Returns those that may be seen and have files here. */
async function findShown({ db, visibleWorks }: DoorMediaSources, keys: readonly number[], context: Context) {
  const rows = await findWorks(db, [...(await visibleWorks(keys, context))])
  return rows.filter((row) => row.in_library === 1)
}

const folderAt = (href: string, name: string, modifiedAt: string | undefined): Resource => ({
  href,
  name,
  modifiedAt,
  file: undefined,
})

const dateOf = (row: WorkTable) => row.added_at ?? row.created_at

interface Address {
  /** The folder of the work, as the request has it. */
  readonly folder: string
  /** The path below it, `''` for the folder itself. */
  readonly path: string
}

/** Returns a work, a folder in it or a file. Throws `notFound` for what is hidden as for what is not there. */
export async function openInWork(
  sources: DoorMediaSources,
  { folder, path: requestedPath }: Address,
  context: Context,
): Promise<Found> {
  const named = workKeyOfFolder(folder)
  const key = named === undefined ? undefined : sources.dictionary.findKey('works', workIdOf(named))
  const [row] = key === undefined ? [] : await findShown(sources, [key], context)
  if (!row) throw new AppError('notFound')
  const { files } = await listLocatedFiles(sources.db, row.key)
  const names = namesInZip(files.map((file) => ({ folder: file.folder, name: lastPart(file.path) })))
  const byPath = new Map(files.map((file, at) => [names[at] ?? '', file]))
  const modifiedAt = dateOf(row)
  // What a client was given below an address has to lie below it, whatever the work is called by now.
  const own = `${context.subPath}${base}/${encoded(folder)}`
  const hrefOf = (path: string) => [own, ...path.split('/').map(encoded)].join('/')
  const path = requestedPath.replace(/\/+$/, '').normalize('NFC')
  const file = byPath.get(path)
  if (file)
    return {
      self: fileAt(hrefOf(path), path, file),
      file: { fileId: file.id, workId: row.id, etagOf: (now) => etagNow(now, file) },
      children: () => inSteps([]),
    }
  const start = path === '' ? '' : `${path}/`
  const inside = [...byPath].filter(([name]) => name.startsWith(start))
  if (inside.length === 0 && path !== '') throw new AppError('notFound')
  const children = new Map(
    inside.map(([name, one]) => {
      const end = name.indexOf('/', start.length)
      if (end < 0) return [name, fileAt(hrefOf(name), name, one)]
      const sub = name.slice(0, end)
      return [sub, folderAt(`${hrefOf(sub)}/`, lastPart(sub), modifiedAt)]
    }),
  )
  const name = path === '' ? folderNameOf({ id: row.id, title: row.name }) : lastPart(path)
  const href = path === '' ? `${own}/` : `${hrefOf(path)}/`
  return {
    self: folderAt(href, name, modifiedAt),
    file: undefined,
    children: () => inSteps([...children.values()]),
  }
}

const encoded = (part: string) => encodeURIComponent(part.toWellFormed())

function fileAt(href: string, path: string, { id, facts }: LocatedFile): Resource {
  const { sizeBytes, modifiedAt } = facts
  const name = lastPart(path)
  const file = { sizeBytes, etag: etagOf({ id, facts }), contentType: contentTypeOf(name) }
  return { href, name, modifiedAt, file }
}

type Scanned = Pick<LocatedFile, 'id' | 'facts'>

/** Derives an ETag from what a scan knows of a file, whatever kind of storage it lies on. */
const etagOf = ({ id, facts: { sizeBytes, modifiedAt } }: Scanned): string =>
  `"${id}-${sizeBytes.toString(36)}-${Date.parse(modifiedAt).toString(36)}"`

/** Storages round the time of a file one way or the other. */
const roundedMs = 1

/** Returns the ETag of the listing, unless the file is another one by now. */
function etagNow({ sizeBytes, modifiedAt, etag }: OpenFile, scanned: Scanned): string {
  const { facts } = scanned
  const apartMs = Math.abs(modifiedAt.getTime() - Date.parse(facts.modifiedAt))
  return sizeBytes === facts.sizeBytes && apartMs <= roundedMs ? etagOf(scanned) : etag
}

async function* inSteps(resources: readonly Resource[]) {
  for (let at = 0; at < resources.length; at += step) yield resources.slice(at, at + step)
}
