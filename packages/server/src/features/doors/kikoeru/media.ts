/** Files, lyrics and covers for apps of kikoeru. The token in the address is looked at for each, and while a file is sent. */
import type { CoverSize } from '@koedana/contract/values.ts'
import { findWorkKey } from '@koedana/contract/values.ts'
import sharp from 'sharp'
import { thumbHashToRGBA } from 'thumbhash'
import { type Bytes, type Context, isBytes } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { printablePath } from '../../../lib/printable.rules.ts'
import { personOf } from '../../auth/auth-sources.ts'
import { type CoverSources, getCoverHandler } from '../../library/covers/covers.api.ts'
import { readTrackLyrics } from '../../library/lyrics/lyrics.use-cases.ts'
import { contentTypes, writers } from '../../library/lyrics/write.rules.ts'
import { admitHolder } from '../../library/media/admission.ts'
import { fileKindOf } from '../../library/media/formats.rules.ts'
import type { MediaSources } from '../../library/media/links.ts'
import { sendMedia } from '../../library/media/media.api.ts'
import { listTracks } from '../../library/media/tracks.store.ts'
import { listWorkFiles } from '../../library/media/work-files.store.ts'
import { lastPart } from '../../storages/path.rules.ts'
import { getCover, getWork } from '../../works/works.use-cases.ts'
import type { DoorAccess } from '../door-access.ts'
import { workNumberOf } from './ids.rules.ts'
import { treeOf } from './tree.rules.ts'
import { type WorksSources, workIdFor } from './works.ts'

export interface DoorMediaSources extends WorksSources, MediaSources, CoverSources {
  readonly access: DoorAccess
}

interface Shown {
  readonly id: string
  readonly path: string
  readonly folder: string
  readonly size_bytes: number
  readonly isAway: boolean
  readonly duration_seconds?: number | null
}

const types = { picture: 'image', pdf: 'other', text: 'text', other: 'other' } as const

/** GET /tracks/:id: the files that are here, as a tree. */
export async function listFiles(
  sources: DoorMediaSources,
  text: string,
  context: Context,
): Promise<object[]> {
  const id = await workIdFor(sources, text, context)
  const { title } = await getWork(sources, { id }, context)
  const key = findWorkKey(id) ?? 0
  const number = workNumberOf(id)
  const work = { id: number, source_id: id, source_type: 'DLSITE' }
  const nodeOf = (type: string, row: Shown) => {
    const name = printablePath(lastPart(row.path))
    const hash = `${number}/${row.id}`
    const duration = row.duration_seconds
    const node = {
      type,
      hash,
      title: name,
      work,
      workTitle: title,
      mediaStreamUrl: `/api/media/stream/${hash}`,
      mediaDownloadUrl: `/api/media/download/${hash}`,
      size: row.size_bytes,
      ...(typeof duration === 'number' && { duration }),
    }
    return row.isAway ? [] : [{ folder: printablePath(row.folder), name, node }]
  }
  const sounds = (await listTracks(sources.db, key)).flatMap((row) => nodeOf('audio', row))
  const others = (await listWorkFiles(sources.db, key)).flatMap((row) =>
    nodeOf(types[fileKindOf(lastPart(row.path))], row),
  )
  return treeOf([...sounds, ...others])
}

const lyricsEnding = '.lrc'

/** GET /media/stream and /media/download/:id/:ref: a file of that work, or the lyrics of a track as LRC. */
export async function openFile(
  sources: DoorMediaSources,
  { params: { id = '', ref = '' } }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const workId = await workIdFor(sources, id, context)
  if (ref.endsWith(lyricsEnding)) return openLyrics(sources, ref.slice(0, -lyricsEnding.length), context)
  if (ref.includes('\0')) throw new AppError('notFound')
  const { sessionId, door } = personOf(context)
  const admitted = await admitHolder(sources, { fileId: ref, session: sessionId }, context)
  if (admitted.holder.workKey !== findWorkKey(workId)) throw new AppError('notFound')
  const mayGoOn = () => door !== undefined && sources.access.isOpen(door.name)
  return sendMedia(sources, { admitted, fileId: ref, mayGoOn }, context)
}

async function openLyrics(sources: DoorMediaSources, id: string, context: Context): Promise<Bytes> {
  const [first] = await readTrackLyrics(sources, { id }, context)
  if (!first) throw new AppError('notFound')
  const headers = {
    'content-type': contentTypes.lrc,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: Buffer.from(writers.lrc({ ...first, isSynced: first.synced })) }
}

/** GET /media/check-lrc/:id/:ref: whether there are lyrics, and where. */
export async function findLyrics(
  sources: DoorMediaSources,
  { params: { id = '', ref = '' } }: DoorRequest,
  context: Context,
) {
  const workId = await workIdFor(sources, id, context)
  const [first] = await readTrackLyrics(sources, { id: ref }, context).catch(() => [])
  if (!first) return { result: false, message: '', hash: '' }
  const lrc = first.cues.map(({ startMs, text }) => ({ time: startMs, text }))
  const hash = `${workNumberOf(workId)}/${ref}${lyricsEnding}`
  return { result: true, message: '', hash, lyricExtension: lyricsEnding, lrc }
}

const sizes: Readonly<Record<string, CoverSize>> = { sam: 240, '240x240': 240, '360x360': 480 }

/** GET /cover/:id. One that is veiled in our own lists is a blur here, since no app can ask for more. */
export async function openCover(
  sources: DoorMediaSources,
  { params: { id = '' }, query: { type = '' } }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const workId = await workIdFor(sources, id, context)
  const { version, signature, thumbhash } = await getCover(sources, { id: workId }, context)
  const shown = (await getWork(sources, { id: workId }, context)).cover
  if (shown?.signature === null) return blurOf(thumbhash)
  const size = Object.hasOwn(sizes, type) ? (sizes[type] ?? 960) : 960
  const wanted = {
    params: { workId, version, size: String(size) },
    query: { s: signature ?? '' },
    body: undefined,
  }
  const cover = await getCoverHandler(sources)(wanted, context)
  if (!isBytes(cover)) throw new AppError('notFound')
  return cover
}

async function blurOf(thumbhash: string): Promise<Bytes> {
  const { w: width, h: height, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'))
  const body = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize(240)
    .webp()
    .toBuffer()
  return {
    status: 200,
    headers: { 'content-type': 'image/webp', 'cache-control': 'private, no-cache' },
    body,
  }
}
