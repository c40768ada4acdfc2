/** Bytes behind keyed-hash links: audio with ranges, and covers. They answer 403, never 401. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { coverSizes, WorkId } from './values.ts'

const signature = v.object({ s: v.pipe(v.string('textExpected'), v.maxLength(200, 'textTooLong')) })
const text = v.pipe(v.string('textExpected'), v.maxLength(400, 'textTooLong'))

export const getMedia = endpoint({
  method: 'GET',
  path: '/media/:fileId/:name',
  access: 'signed',
  rate: 'media',
  summary: 'One file, whole or by byte ranges (RFC 9110 section 14); HEAD too.',
  params: v.object({ fileId: text, name: text }),
  query: signature,
})

export const getWorkArchive = endpoint({
  method: 'GET',
  path: '/works/:id/archive',
  access: 'signed',
  rate: 'media',
  summary: 'All files of a work in one zip, whole or by byte ranges, with a known length; HEAD too.',
  params: v.object({ id: WorkId }),
  query: signature,
})

const mostRenewed = 200

export const renewMedia = endpoint({
  method: 'POST',
  path: '/media/sign',
  access: 'public',
  rate: 'write',
  summary: 'New links for a queue, in the order asked; files that are gone or hidden are left out.',
  body: v.object({ fileIds: v.pipe(v.array(text), v.maxLength(mostRenewed, 'listTooLong')) }),
  response: v.object({ items: v.array(v.object({ id: v.string(), url: v.string() })) }),
})

export const getCover = endpoint({
  method: 'GET',
  path: '/covers/:workId/:size/:version',
  access: 'signed',
  rate: 'media',
  summary: 'A cover in one of the fixed widths: WebP, or AVIF where it is accepted and made.',
  params: v.object({
    workId: text,
    size: v.picklist(coverSizes.map(String), 'valueUnknown'),
    version: text,
  }),
  query: signature,
})
