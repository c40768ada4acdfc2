/** The library as folders: one for each visible work with files here, and the contents of each. */
import { workIdOf } from '@koedana/contract/values.ts'
import type { WorkTable } from '../../../db/tables/catalogue.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { contentTypeOf } from '../../library/media/formats.rules.ts'
import { type LocatedFile, listLocatedFiles } from '../../library/media/work-files.store.ts'
import { zipPaths } from '../../library/media/zip-names.rules.ts'
import { lastPart } from '../../storages/path.rules.ts'
import type { OpenFile } from '../../storages/storage.ts'
import { listKeys } from '../../works/list-works.use-cases.ts'
import { findWorks } from '../../works/works.store.ts'
import type { DoorFile, DoorMediaSources } from '../door-media.ts'
import { folderNameOf, workKeyOfFolder } from './folder-names.rules.ts'
import type { Resource } from './multistatus.rules.ts'

/** The resource at an address. Its children are generated while they are read. */
export interface DavEntry {
  readonly self: Resource
  /** The file at the address; undefined for a folder. */
  readonly file: FoundFile | undefined
  readonly children: () => AsyncIterable<readonly Resource[]>
}

export type FoundFile = Pick<DoorFile, 'fileId' | 'workId' | 'etagOf'>

export const davBasePath = '/dav'

/** Works read per step, so that other requests do not wait long. */
const step = 40

/** Returns the folder of all works. Their keys are read at once, their names in steps. */
export function openRoot(sources: DoorMediaSources, context: Context): DavEntry {
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
        return folderAt(`${context.subPath}${davBasePath}/${encodeURIComponent(name)}/`, name, dateOf(row))
      })
    }
  }
  return {
    self: folderAt(`${context.subPath}${davBasePath}/`, 'Koedana', undefined),
    file: undefined,
    children,
  }
}

/** Returns the works that are visible to the caller and have files here. */
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
  /** The folder name of the work, as in the request. */
  readonly folder: string
  /** The path inside the work's folder, `''` for the folder itself. */
  readonly path: string
}

/** Returns the folder of a work, a folder in it, or a file. Throws `notFound` for hidden and for missing ones alike. */
export async function openInWork(
  sources: DoorMediaSources,
  { folder, path: requestedPath }: Address,
  context: Context,
): Promise<DavEntry> {
  const named = workKeyOfFolder(folder)
  const key = named === undefined ? undefined : sources.dictionary.findKey('works', workIdOf(named))
  const [row] = key === undefined ? [] : await findShown(sources, [key], context)
  if (!row) throw new AppError('notFound')
  const { files } = await listLocatedFiles(sources.db, row.key)
  const names = zipPaths(files.map((file) => ({ folder: file.folder, name: lastPart(file.path) })))
  const byPath = new Map(files.map((file, at) => [names[at] ?? '', file]))
  const modifiedAt = dateOf(row)
  // Hrefs must start with the requested URL, even if the title of the work has changed since.
  const own = `${context.subPath}${davBasePath}/${encoded(folder)}`
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

/** Returns an ETag made from what the scan recorded, so it does not depend on the kind of storage. */
const etagOf = ({ id, facts: { sizeBytes, modifiedAt } }: Scanned): string =>
  `"${id}-${sizeBytes.toString(36)}-${Date.parse(modifiedAt).toString(36)}"`

/** Storages round modification times in different ways. */
const roundedMs = 1

/** Returns the ETag of the listing, unless the file has changed since. */
function etagNow({ sizeBytes, modifiedAt, etag }: OpenFile, scanned: Scanned): string {
  const { facts } = scanned
  const apartMs = Math.abs(modifiedAt.getTime() - Date.parse(facts.modifiedAt))
  return sizeBytes === facts.sizeBytes && apartMs <= roundedMs ? etagOf(scanned) : etag
}

async function* inSteps(resources: readonly Resource[]) {
  for (let at = 0; at < resources.length; at += step) yield resources.slice(at, at + step)
}
