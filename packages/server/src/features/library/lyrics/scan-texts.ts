/** Updates the texts of works during a scan: reads new and changed files, deletes the rows of missing files, and links texts to tracks. */
import type { Db } from '../../../db/schema.ts'
import type { FileFacts } from '../../storages/storage.ts'
import { extensionOf } from '../media/formats.rules.ts'
import type { WorkFolder } from '../scan/group.rules.ts'
import type { Scan } from '../scan/scan.ts'
import type { ScannedTrack } from '../scan/tracks.rules.ts'
import { type Lyrics, lastMsOf } from './cues.rules.ts'
import {
  deleteTexts,
  insertText,
  type LyricsChoiceRow,
  listChoices,
  listLinks,
  listTextsOf,
  type NewTextRow,
  replaceLinks,
  type TextLink,
  type TextRow,
} from './lyrics.store.ts'
import { isLyricsName, linkTexts, nameOf, type TextToMatch } from './match.rules.ts'
import type { ReadText, TextFile } from './read-texts.ts'

export interface WorkToRead {
  readonly key: number
  readonly work: WorkFolder
  readonly tracks: readonly ScannedTrack[]
}

export interface WorkTexts {
  readonly pathOf: (trackId: string) => string | undefined
  readonly isChanged: boolean
  /** Writes the texts. The tracks must be written first. */
  readonly save: (tx: Db) => Promise<void>
}

const maxTextBytes = 2 * 1024 * 1024
/** Limit for all texts of one work. Their parsed lines stay in memory until they are written, which takes ten times as much. */
const maxPerWork = 32 * 1024 * 1024
const batchBytes = 16 * 1024 * 1024
const maxTexts = 5_000

/** Reads new and changed texts, and returns what to save for each work, by key. */
export async function scanTexts(scan: Scan, works: readonly WorkToRead[]): Promise<Map<number, WorkTexts>> {
  const db = scan.database.write
  const rows = await listTextsOf(
    db,
    works.map(({ key }) => key),
  )
  const known = Map.groupBy(
    rows.filter((row) => row.storage_key === scan.storageKey),
    (row) => row.work_key,
  )
  const ids = works.flatMap(({ tracks }) => tracks.map(({ id }) => id))
  const before = {
    links: Map.groupBy(await listLinks(db, ids), ({ trackId }) => trackId),
    choices: await listChoices(db, ids),
  }
  const found = new Map<number, WorkTexts>()
  for (const one of works) {
    const texts = await findTexts(scan, one, known.get(one.key) ?? [])
    found.set(one.key, linkWorkTexts(one, texts, before))
  }
  return found
}

interface TextChanges {
  readonly kept: readonly TextRow[]
  readonly fresh: readonly NewTextRow[]
  readonly gone: readonly number[]
}

async function findTexts(
  scan: Scan,
  { key, work, tracks }: WorkToRead,
  known: readonly TextRow[],
): Promise<TextChanges> {
  const byPath = Map.groupBy(known, ({ path }) => path)
  const kept: TextRow[] = []
  const toRead: TextSource[] = []
  for (const path of textPaths(work, tracks)) {
    const facts = await scan.factsOf(path)
    const rows = (byPath.get(path) ?? []).filter((row) => row.is_embedded === 0)
    if (!facts) scan.faults.add(path, 'unreadable')
    if (!facts || rows.some((row) => isUnchanged(row, facts))) kept.push(...rows)
    else toRead.push({ path, facts })
  }
  const fresh = (await readFiles(scan, toRead)).flatMap(({ parts, ...file }) =>
    rowsOf(scan, key, file, parts),
  )
  for (const { path, stat, embedded } of tracks) {
    const rows = (byPath.get(path) ?? []).filter((row) => row.is_embedded === 1)
    if (embedded === undefined) kept.push(...rows)
    else if (embedded.length > 0)
      fresh.push(...rowsOf(scan, key, { path, facts: stat, isEmbedded: true }, embedded))
  }
  const staying = new Set(kept)
  for (const row of known) {
    if (!staying.has(row) && scan.isUnreadable(row.path)) {
      kept.push(row)
      staying.add(row)
    }
  }
  return { kept, fresh, gone: known.filter((row) => !staying.has(row)).map((row) => row.key) }
}

/** Returns the paths of text files. A `.txt` file counts only if it has the name of a track. */
function textPaths(work: WorkFolder, tracks: readonly ScannedTrack[]): string[] {
  const paths = work.paths().filter(isLyricsName)
  if (paths.length === 0) return paths
  const sounds = new Set(tracks.map(({ path }) => nameOf(path).base))
  return paths
    .filter((path) => extensionOf(path) !== 'txt' || sounds.has(nameOf(path).base))
    .slice(0, maxTexts)
}

const isUnchanged = (row: TextRow, facts: FileFacts): boolean =>
  row.size_bytes === facts.sizeBytes &&
  row.modified_at === facts.modifiedAt &&
  (row.changed_ms === facts.changedMs || row.changed_ms === null || facts.changedMs === null)

interface TextSource {
  readonly path: string
  readonly facts: FileFacts
  readonly isEmbedded?: boolean
}

type ReadFile = TextSource & { readonly parts: readonly Lyrics[] }

/** Reads folder by folder, since the texts of a folder share their encoding. Unreadable files are retried by the next scan. */
async function readFiles(scan: Scan, found: readonly TextSource[]): Promise<ReadFile[]> {
  const read: ReadFile[] = []
  let left = maxPerWork
  for (const files of Map.groupBy(found, ({ path }) => nameOf(path).folder).values()) {
    let batch: TextFile[] = []
    let bytes = 0
    const flush = async () => {
      for (const text of await parseFiles(scan, batch)) {
        const file = files.find(({ path }) => path === text.path)
        if (file) read.push({ ...file, parts: text.parts })
      }
      batch = []
      bytes = 0
    }
    for (const file of files) {
      const { sizeBytes } = file.facts
      if (sizeBytes > Math.min(maxTextBytes, left)) {
        scan.faults.add(file.path, 'lyricsTooLarge')
        read.push({ ...file, parts: [] })
        continue
      }
      left -= sizeBytes
      const content = await readTextFile(scan, file.path)
      if (!content) continue
      if (bytes + content.length > batchBytes) await flush()
      batch.push({ path: file.path, bytes: content })
      bytes += content.length
    }
    await flush()
  }
  return read
}

/** Limits the bytes that are read, because a file may have grown since it was listed. */
export async function readTextFile(
  { storage, faults, refOf }: Scan,
  path: string,
  maxBytes = maxTextBytes,
): Promise<Uint8Array | undefined> {
  try {
    const file = await storage.open(refOf(path))
    try {
      const length = Math.min(file.sizeBytes, maxBytes)
      return length === 0 ? new Uint8Array() : await file.read({ start: 0, end: length - 1 })
    } finally {
      await file.close()
    }
  } catch {
    faults.add(path, 'unreadable')
    return undefined
  }
}

/** Parses files in the worker thread. If that was terminated, parses the files one by one to find the one at fault. */
async function parseFiles(scan: Scan, files: readonly TextFile[]): Promise<readonly ReadText[]> {
  if (files.length === 0) return []
  const texts = await scan.sounds.texts(files)
  if (!texts && files.length > 1) {
    const each: ReadText[] = []
    for (const file of files) each.push(...(await parseFiles(scan, [file])))
    return each
  }
  const read = texts ?? files.map(({ path }) => ({ path, parts: [], isCut: false }))
  for (const { path, parts, isCut } of read) {
    if (!texts) scan.faults.add(path, 'overBudget')
    else if (isCut) scan.faults.add(path, 'lyricsCut')
    else if (parts.length === 0) scan.faults.add(path, 'lyricsEmpty')
  }
  return read
}

const noLyrics: Lyrics = { lang: 'und', kind: 'main', source: 'txt', offsetMs: 0, isSynced: false, cues: [] }

/** Returns at least one row per file, so that the next scan recognizes the file. */
function rowsOf(
  { storageKey }: Scan,
  workKey: number,
  { path, facts, isEmbedded = false }: TextSource,
  parts: readonly Lyrics[],
): NewTextRow[] {
  return (parts.length > 0 ? parts : [noLyrics]).map((part) => ({
    work_key: workKey,
    storage_key: storageKey,
    path,
    is_embedded: Number(isEmbedded),
    lang: part.lang,
    kind: part.kind,
    source: part.source,
    is_synced: Number(part.isSynced),
    offset_ms: part.offsetMs,
    last_ms: lastMsOf(part),
    cue_count: part.cues.length,
    size_bytes: facts.sizeBytes,
    modified_at: facts.modifiedAt,
    changed_ms: facts.changedMs,
    cues: part.cues,
  }))
}

interface StoredLinks {
  readonly links: ReadonlyMap<string, readonly TextLink[]>
  readonly choices: readonly LyricsChoiceRow[]
}

function linkWorkTexts(
  { tracks }: WorkToRead,
  { kept, fresh, gone }: TextChanges,
  before: StoredLinks,
): WorkTexts {
  const texts = [...kept, ...fresh].filter((row) => row.cue_count > 0).map(toTextToMatch)
  const links = linkTexts(tracks, texts, before.choices)
  const wanted = (keyOf: (row: TextRow | NewTextRow) => number | undefined): TextLink[] =>
    tracks.flatMap(({ id }) =>
      (links.get(id) ?? []).flatMap(({ row }) => {
        const lyricsKey = keyOf(row)
        return lyricsKey === undefined ? [] : [{ trackId: id, lyricsKey }]
      }),
    )
  const were = tracks.flatMap(({ id }) => before.links.get(id) ?? [])
  const isChanged =
    fresh.length > 0 ||
    gone.length > 0 ||
    JSON.stringify(wanted((row) => ('key' in row ? row.key : undefined))) !== JSON.stringify(were)
  return {
    pathOf: (trackId) => links.get(trackId)?.[0]?.path,
    isChanged,
    save: async (tx) => {
      await deleteTexts(tx, gone)
      const keys = new Map<TextRow | NewTextRow, number>(kept.map((row) => [row, row.key]))
      for (const row of fresh) keys.set(row, await insertText(tx, row))
      const ids = tracks.map(({ id }) => id)
      await replaceLinks(
        tx,
        ids,
        wanted((row) => keys.get(row)),
      )
    },
  }
}

export const toTextToMatch = <T extends TextRow | NewTextRow>(row: T): TextToMatch & { readonly row: T } => ({
  row,
  path: row.path,
  lang: row.lang,
  kind: row.kind,
  isSynced: row.is_synced === 1,
  isEmbedded: row.is_embedded === 1,
  lastMs: row.last_ms,
})
