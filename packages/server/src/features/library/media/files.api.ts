/** GET /works/{id}/files: what of a work can be played; POST /media/sign: new links for a queue. */
import type { renewMedia } from '@koedana/contract/media.ts'
import type { listWorkFiles } from '@koedana/contract/works.ts'
import type { Handler } from '../../../http/context.ts'
import { linkMedia, listFiles } from './files.use-cases.ts'
import type { MediaSources } from './media-sources.ts'

export function listWorkFilesHandler(sources: MediaSources): Handler<typeof listWorkFiles> {
  return async ({ params, query }, context) => ({
    tracks: await listFiles(sources, { id: params.id, choices: query }, context),
  })
}

export function renewMediaHandler(sources: MediaSources): Handler<typeof renewMedia> {
  return async ({ body }, context) => ({ items: await linkMedia(sources, body.fileIds, context) })
}
