/**
 * Files, subtitles and covers for kikoeru apps. The token in the URL is checked for each request, and again while a file is being sent.
 */
import type { CoverSize } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Bytes, Context } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { printablePath } from '../../../lib/printable.rules.ts'
import { listWorkLyrics, readTrackLyrics } from '../../library/lyrics/lyrics.use-cases.ts'
import { contentTypes, writers } from '../../library/lyrics/write.rules.ts'
import { fileKindOf } from '../../library/media/formats.rules.ts'
import { listTracks } from '../../library/media/tracks.store.ts'
import { listWorkFiles } from '../../library/media/work-files.store.ts'
import { lastPart } from '../../storages/path.rules.ts'
import { getWork } from '../../works/works.use-cases.ts'
import { type DoorMediaSources, sendDoorCover, sendDoorFile } from '../door-media.ts'
import { workNumberOf } from './ids.rules.ts'
import { similarityOf, stemOf } from './track-similarity.rules.ts'
import { treeOf } from './tree.rules.ts'
import { type WorksSources, workIdFor } from './works.ts'

export type KikoeruMediaSources = WorksSources & DoorMediaSources

interface Shown {
  readonly id: string
  readonly path: string
  readonly folder: string
  readonly size_bytes: number
  readonly isAway: boolean
  readonly duration_seconds?: number | null
}

const types = { picture: 'image', pdf: 'other', text: 'text', other: 'other' } as const

/** The base path of URLs that contain an app password after it. */
export const passwordBasePath = '/kikoeru/with'

/**
 * GET /tracks/:id: the files of the work as a tree. Most apps prepend the server's address to the URLs. The app with a password in its
 * URL plays them unchanged, so they are absolute, and it only plays files that are in a folder.
 */
export async function listFiles(
  sources: KikoeruMediaSources,
  { origin, params: { id: text = '', secret } }: DoorRequest,
  context: Context,
): Promise<object[]> {
  const id = await workIdFor(sources, text, context)
  const base = secret === undefined ? '' : `${origin}${passwordBasePath}/${encodeURIComponent(secret)}`
  const { title } = await getWork(sources, { id }, context)
  const key = sources.dictionary.findKey('works', id) ?? 0
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
      mediaStreamUrl: `${base}/api/media/stream/${hash}`,
      mediaDownloadUrl: `${base}/api/media/download/${hash}`,
      size: row.size_bytes,
      ...(typeof duration === 'number' && { duration }),
    }
    return row.isAway ? [] : [{ folder: printablePath(row.folder), name, node }]
  }
  const sounds = (await listTracks(sources.db, key)).flatMap((row) => nodeOf('audio', row))
  const others = (await listWorkFiles(sources.db, key)).flatMap((row) =>
    nodeOf(types[fileKindOf(lastPart(row.path))], row),
  )
  const tree = treeOf([...sounds, ...others])
  return secret === undefined ? tree : [{ type: 'folder', title, children: tree }]
}

const lyricsEnding = '.lrc'

/** GET /media/stream and /media/download/:id/:ref: a file of the work, or the subtitles of a track as LRC. */
export async function openFile(
  sources: KikoeruMediaSources,
  { params: { id = '', ref = '' } }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const workId = await workIdFor(sources, id, context)
  if (ref.endsWith(lyricsEnding)) return openLyrics(sources, ref.slice(0, -lyricsEnding.length), context)
  return sendDoorFile(sources, { fileId: ref, workId }, context)
}

async function openLyrics(sources: KikoeruMediaSources, id: string, context: Context): Promise<Bytes> {
  const [first] = await readTrackLyrics(sources, { id }, context)
  if (!first) throw new AppError('notFound')
  const headers = {
    'content-type': contentTypes.lrc,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: Buffer.from(writers.lrc({ ...first, isSynced: first.synced })) }
}

/** GET /media/check-lrc/:id/:ref: whether there are subtitles, and where. */
export async function findLyrics(
  sources: KikoeruMediaSources,
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

const FileThere = v.object({
  intProductID: v.pipe(v.number(), v.safeInteger()),
  mediaDuration: v.number(),
  mediaFileName: v.string(),
})

/** POST /media/check-lrc-v2: the subtitles of tracks that may match a file which an app has, best match first. */
export async function matchLyrics(sources: KikoeruMediaSources, body: unknown, context: Context) {
  const said = v.safeParse(FileThere, body)
  if (!said.success) throw new AppError('malformed')
  const { intProductID, mediaDuration: seconds, mediaFileName: name } = said.output
  const workId = await workIdFor(sources, String(intProductID), context)
  const spoken = new Set(
    (await listWorkLyrics(sources, { id: workId }, context)).map(({ trackId }) => trackId),
  )
  const tracks = await listTracks(sources.db, sources.dictionary.findKey('works', workId) ?? 0)
  return tracks
    .filter(({ id, isAway }) => spoken.has(id) && !isAway)
    .map(({ id, path, folder, duration_seconds }) => ({
      title: `${stemOf(printablePath(lastPart(path)))}${lyricsEnding}`,
      subPath: printablePath(folder).split('/').filter(Boolean),
      hash: `${workNumberOf(workId)}/${id}${lyricsEnding}`,
      ext: lyricsEnding,
      duration: duration_seconds ?? 0,
      confidence: similarityOf({ name, seconds }, { name: lastPart(path), seconds: duration_seconds ?? 0 }),
    }))
    .filter(({ confidence }) => confidence > 0)
    .toSorted((one, other) => other.confidence - one.confidence)
}

const sizes: Readonly<Record<string, CoverSize>> = { sam: 240, '240x240': 240, '360x360': 480 }

/** GET /cover/:id. */
export async function openCover(
  sources: KikoeruMediaSources,
  { params: { id = '' }, query: { type = '' } }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const workId = await workIdFor(sources, id, context)
  const size = Object.hasOwn(sizes, type) ? (sizes[type] ?? 960) : 960
  return sendDoorCover(sources, { workId, size }, context)
}
