/** Finds an old server at a path that administrators may choose, or in uploaded files. */
import { appendFile, mkdir, readdir, realpath, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { maxUploadBytes } from '@koedana/contract/server-import.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { isWithin } from '../../lib/is-within.ts'
import { createSerialQueue } from '../../lib/queues.ts'
import type { Folders } from '../storage-admin/folders.ts'
import { type AdmitFile, maxConfigBytes } from './import-old-server.ts'
import { MigrationRejected } from './migration-report.ts'
import { databaseMagic, plainSizeOf } from './old-file.ts'

export interface OldServer {
  /** The real path of its folder or its database. */
  readonly path: string
  readonly admitFile?: AdmitFile
}

/** Throws `folderUnreadable`, with the reason at `body.path`, for paths that are not allowed as storages either. */
export async function admitOldServer({ admit }: Pick<Folders, 'admit'>, path: string): Promise<OldServer> {
  const unreadable = (cause: unknown) =>
    new AppError('folderUnreadable', { fields: { 'body.path': 'oldServerUnreadable' }, cause })
  const real = await realpath(path).catch((cause: unknown) => {
    throw unreadable(cause)
  })
  const isFolder = (await stat(real)).isDirectory()
  const folder = await admit(isFolder ? real : dirname(real), 'body.path')
  // The configuration is next to the database folder, so its parent is readable too if it is allowed.
  const above = await admit(dirname(folder), 'body.path').catch(() => undefined)
  return { path: real, admitFile: createAdmitFile(above === undefined ? [folder] : [folder, above]) }
}

/** Returns a check that a file in one of the folders, tried in order, does not lead out of that folder by symbolic links. */
const createAdmitFile =
  (folders: readonly string[]): AdmitFile =>
  async (file) => {
    const home = folders.find((folder) => isWithin(folder, file))
    if (home === undefined) return undefined
    const found = await realpath(file)
    if (isWithin(home, found)) return found
    throw new MigrationRejected('databaseOutside', {
      code: 'import.linkOutside',
      values: { file, folder: home },
    })
  }

/** Files of an old server that are uploaded in parts. */
export interface OldUploads {
  readonly append: (part: UploadPart) => Promise<{ readonly upload: string; readonly sizeBytes: number }>
  /** Returns the folder of an upload and its database; undefined if it does not exist. */
  readonly find: (
    upload: string,
  ) => Promise<{ readonly folder: string; readonly database: string } | undefined>
  readonly remove: (upload: string) => Promise<void>
}

export interface UploadPart {
  /** Undefined for the first part. */
  readonly upload: string | undefined
  readonly file: 'database' | 'config'
  /** The offset of the part in its file, in bytes. */
  readonly at: number
  readonly bytes: Buffer
}

const files = {
  database: { path: ['sqlite', 'db.sqlite3'], maxBytes: maxUploadBytes },
  config: { path: ['config', 'config.json'], maxBytes: maxConfigBytes },
} as const

/** Keeps one upload at a time: a new one replaces it, and it is removed after the migration. */
export function createOldUploads(folder: string): OldUploads {
  const queue = createSerialQueue()
  const find: OldUploads['find'] = async (upload) => {
    const database = join(folder, upload, ...files.database.path)
    return (await plainSizeOf(database)) === undefined
      ? undefined
      : { folder: join(folder, upload), database }
  }
  const begin = async () => {
    const names = await readdir(folder).catch(() => [])
    for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
    return newId()
  }
  return {
    find,
    remove: (upload) => rm(join(folder, upload), { recursive: true, force: true }),
    append: (part) =>
      queue.run(async () => {
        const { file, at, bytes } = part
        const { path, maxBytes } = files[file]
        if (part.upload !== undefined && (await find(part.upload)) === undefined)
          throw new AppError('notFound')
        if (part.upload === undefined && (file !== 'database' || at !== 0)) throw new AppError('conflict')
        if (at + bytes.length > maxBytes) throw new AppError('tooLarge')
        const isDatabase = bytes.toString('latin1', 0, databaseMagic.length) === databaseMagic
        if (file === 'database' && at === 0 && !isDatabase)
          throw new AppError('refused', { fields: { 'body.bytes': 'databaseForeign' } })
        const upload = part.upload ?? (await begin())
        const target = join(folder, upload, ...path)
        if (((await plainSizeOf(target)) ?? 0) !== at) throw new AppError('conflict')
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await appendFile(target, bytes, { mode: 0o600 }).catch(async (error: unknown) => {
          // Undo a partial write on a full disk, so that the part can be sent again.
          await truncate(target, at).catch(() => {})
          throw error
        })
        return { upload, sizeBytes: at + bytes.length }
      }),
  }
}
