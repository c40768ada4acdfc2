/** Files behind signed links: audio with ranges, and covers. They respond with 403, never 401. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { coverSizes, WorkId } from './values.ts'

const signature = v.object({ s: v.pipe(v.string('textExpected'), v.maxLength(200, 'textTooLong')) })
const text = v.pipe(v.string('textExpected'), v.maxLength(400, 'textTooLong'))

/** Codec and kilobits per second. */
export const mediaForms = ['opus-64', 'opus-96', 'opus-128', 'aac-128', 'aac-192'] as const
export const MediaForm = v.picklist(mediaForms, 'valueUnknown')
export type MediaForm = v.InferOutput<typeof MediaForm>

export const getMedia = endpoint({
  method: 'GET',
  path: '/media/:fileId/:name',
  access: 'signed',
  rate: 'media',
  summary: 'Get a file',
  description: 'Whole or by ranges (RFC 9110 section 14). Also HEAD.',
  params: v.object({ fileId: text, name: text }),
  query: v.object({
    ...signature.entries,
    /** A converted track, as offered by `forms` of the file list. It is converted once, during the first request. */
    form: v.optional(MediaForm),
  }),
})

export const getWorkArchive = endpoint({
  method: 'GET',
  path: '/works/:id/archive',
  access: 'signed',
  rate: 'media',
  summary: 'Download a work as ZIP',
  description: 'Whole or by ranges, with a known length. Also HEAD.',
  params: v.object({ id: WorkId }),
  query: signature,
})

const maxRenewed = 200

export const renewMedia = endpoint({
  method: 'POST',
  path: '/media/sign',
  access: 'public',
  rate: 'write',
  summary: 'Renew media links',
  description: 'In the order of the request. Missing and hidden files are left out.',
  body: v.object({ fileIds: v.pipe(v.array(text), v.maxLength(maxRenewed, 'listTooLong')) }),
  response: v.object({ items: v.array(v.object({ id: v.string(), url: v.string() })) }),
})

export const getCover = endpoint({
  method: 'GET',
  path: '/covers/:workId/:size/:version',
  access: 'signed',
  rate: 'media',
  summary: 'Get a cover',
  description: 'In one of the fixed widths, as WebP, or AVIF if accepted and available.',
  params: v.object({
    workId: text,
    size: v.picklist(coverSizes.map(String), 'valueUnknown'),
    version: text,
  }),
  query: signature,
})
