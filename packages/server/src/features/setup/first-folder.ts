/** The folder that the first administrator names. */
import { constants } from 'node:fs'
import { access, readdir, realpath } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { AppError } from '../../lib/app-error.ts'

/** Its real path. Throws `folderUnreadable` where it is no folder that this process can read. */
export async function findFolder(path: string): Promise<string> {
  try {
    if (!isAbsolute(path)) throw new TypeError('a path from nowhere in particular')
    const real = await realpath(path)
    await readdir(real)
    await access(real, constants.R_OK | constants.X_OK)
    return real
  } catch (cause) {
    throw new AppError('folderUnreadable', { fields: { 'body.folder.path': 'folderUnreadable' }, cause })
  }
}
