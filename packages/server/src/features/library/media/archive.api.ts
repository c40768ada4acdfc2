/** GET, HEAD /works/{id}/archive: everything of a work in one zip, whole or by ranges. */
import { Readable } from 'node:stream'
import type { getWorkArchive } from '@koedana/contract/media.ts'
import { findWorkKey, workIdOf } from '@koedana/contract/values.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { archiveSubject, type MediaSources, rightTo } from './links.ts'
import { listPackedFiles } from './packed-files.ts'
import { respond } from './respond.ts'
import { readMediaLink } from './signing.rules.ts'
import { createWorkZips } from './work-zip.ts'

export function getWorkArchiveHandler(sources: MediaSources): Handler<typeof getWorkArchive> {
  const { now, streams } = sources
  const openZip = createWorkZips()
  return async ({ params, query }, context) => {
    const [secret, epoch] = [sources.secret(), sources.epoch()]
    const workKey = findWorkKey(params.id)
    if (workKey === undefined) throw new AppError('notFound')
    const fileId = archiveSubject(workIdOf(workKey))
    const link = readMediaLink(secret, { fileId, signature: query.s, epoch, now: now() })
    if (!link) throw new AppError('forbidden')
    const holder = { session: link.session, workKey, context }
    const rechecks = streams.rechecks()
    const right = await rightTo(sources, holder)
    if (right.is !== 'granted') throw new AppError(right.is === 'ended' ? 'forbidden' : 'notFound')
    const { name, files } = await listPackedFiles(sources, workKey)
    if (files.length === 0) throw new AppError('notFound')
    const bytes = await respond(openZip(files), `${name}.zip`, { context, now: now() })
    const isAllowed = async () =>
      sources.secret() === secret && (await rightTo(sources, holder)).is === 'granted'
    if (bytes.body instanceof Readable) streams.watch(bytes.body, { isAllowed, until: right.until, rechecks })
    return bytes
  }
}
