/** Sounds, covers and downloads. Who asks is looked at for each, and while a file is sent. */
import { type CoverSize, coverSizes } from '@koedana/contract/values.ts'
import type { Bytes, Context } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { personOf } from '../../auth/auth-sources.ts'
import { createArchiveSender, type SendArchive } from '../../library/media/archive.api.ts'
import { sendDoorCover, sendDoorFile } from '../door-media.ts'
import { preferredOf } from './item.rules.ts'
import { type LibrarySources, readItem } from './library.ts'
import type { Plays } from './plays.ts'
import { numberOf } from './query.rules.ts'

/** GET /items/:id/cover?width=. */
export async function openCover(
  sources: LibrarySources,
  { params: { id = '' }, query }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const { card } = await readItem(sources, id, context)
  const wanted = numberOf(query.width) || coverSizes[2]
  const size: CoverSize = coverSizes.find((one) => one >= wanted) ?? coverSizes[2]
  return sendDoorCover(sources, { workId: card.id, size }, context)
}

/** GET /items/:id/file/:ino. */
export const openFile = (
  sources: LibrarySources,
  { params: { id = '', ino = '' } }: DoorRequest,
  context: Context,
): Promise<Bytes> => sendDoorFile(sources, { fileId: ino, workId: id }, context)

/** GET /public/session/:play/track/:index, whose listener is known by the play. */
export async function openTrack(
  sources: LibrarySources,
  { plays, asked: { params } }: { readonly plays: Plays; readonly asked: DoorRequest },
  context: Context,
): Promise<Bytes> {
  const { workId } = plays.get(params.play ?? '', context)
  const item = await readItem(sources, workId, context)
  const stretch = item.axis.stretches[(numberOf(params.index) ?? 0) - 1]
  if (!stretch) throw new AppError('notFound')
  return sendDoorFile(sources, { fileId: stretch.fileId, workId }, context)
}

export type Download = (asked: DoorRequest, context: Context) => Promise<Bytes>

/** GET /items/:id/download: the file, or what is played of the work as a zip. */
export function createDownload(sources: LibrarySources): Download {
  const sendArchive: SendArchive = createArchiveSender(sources)
  return async ({ params: { id = '' } }, context) => {
    const item = await readItem(sources, id, context)
    const files = preferredOf(item)
    const [first] = files
    if (!first) throw new AppError('notFound')
    if (files.length === 1) return sendDoorFile(sources, { fileId: first.id, workId: item.card.id }, context)
    const { sessionId, door } = personOf(context)
    return sendArchive(
      {
        workKey: item.key,
        session: sessionId,
        only: new Set(files.map((file) => file.id)),
        mayGoOn: () => door !== undefined && sources.access.isOpen(door.name),
      },
      context,
    )
  }
}
