/** Merges imported playback positions with stored ones: the play that started later wins (ADR 0035). */
import type { OwnProgress } from '@koedana/contract/own-data.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import type { ProgressTable, TrackProgressTable } from '../../db/tables/progress.ts'

export interface FileIdentity {
  readonly id: string
  readonly fingerprint: string
  readonly folder: string
  readonly path: string
}

/** Returns the path relative to the folder of the work, which does not depend on the names of storages. */
export const pathInWork = ({ folder, path }: Pick<FileIdentity, 'folder' | 'path'>): string => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return folder === '' ? name : `${folder}/${name}`
}

/** A file of a position. For a deleted file, the columns that identify it on other servers are null. */
export interface StoredFile {
  readonly work_key: number
  readonly track_id: string
  readonly fingerprint: string | null
  readonly folder: string | null
  readonly path: string | null
}

export const ownFileOf = ({ work_key, track_id, fingerprint, folder, path }: StoredFile) => ({
  workId: workIdOf(work_key),
  fileId: track_id,
  ...(fingerprint && { fingerprint }),
  ...(folder !== null && path !== null && { path: pathInWork({ folder, path }) }),
})

export type FileReference = Pick<OwnProgress, 'fileId' | 'fingerprint' | 'path'>

/** Finds a file of one work: by ID, then by fingerprint (preferring the same path), then by path only. */
export function fileFinder(files: readonly FileIdentity[]): (wanted: FileReference) => string | undefined {
  const ids = new Set(files.map(({ id }) => id))
  const byPath = Map.groupBy(files, pathInWork)
  const byFingerprint = Map.groupBy(files, ({ fingerprint }) => fingerprint)
  return ({ fileId, fingerprint, path }) => {
    if (ids.has(fileId)) return fileId
    const alike = fingerprint ? (byFingerprint.get(fingerprint) ?? []) : []
    const atPath = path === undefined ? [] : (byPath.get(path) ?? [])
    return (atPath.find((file) => file.fingerprint === fingerprint) ?? alike[0] ?? atPath[0])?.id
  }
}

export interface ProgressTarget {
  readonly userKey: number
  readonly workKey: number
  /** Undefined if the file does not exist here. */
  readonly trackId: string | undefined
  readonly nowMs: number
}

/**
 * Merges an imported position into that of a work. A file that does not exist here does not change the position, but the time when the
 * work was finished is kept.
 */
export function mergeProgress(
  row: ProgressTable | undefined,
  brought: OwnProgress,
  { userKey, workKey, trackId, nowMs }: ProgressTarget,
): ProgressTable | undefined {
  // Times in the future are limited to now.
  const msOf = (at: string) => Math.min(nowMs, Date.parse(at))
  const finishedMs = brought.finishedAt === undefined ? null : msOf(brought.finishedAt)
  if (row) {
    const finished_ms = later(row.finished_ms, finishedMs)
    const said = { ...brought, startedMs: msOf(brought.startedAt), atMs: msOf(brought.at) }
    if (trackId === undefined || !isLater(said, row)) return { ...row, finished_ms }
  } else if (trackId === undefined && finishedMs === null) return undefined
  const isSamePlay = row?.play_id === brought.playId
  return {
    user_key: userKey,
    work_key: workKey,
    revision: isSamePlay ? row.revision : (row?.revision ?? 0) + 1,
    track_id: trackId ?? brought.fileId,
    position_ms: Math.round(brought.position * 1000),
    play_id: brought.playId,
    play_started_ms: msOf(brought.startedAt),
    play_based_on: isSamePlay ? row.play_based_on : (row?.revision ?? 0),
    device_id: isSamePlay ? row.device_id : 'import',
    device_name: brought.device,
    updated_ms: msOf(brought.at),
    finished_ms: later(row?.finished_ms ?? null, finishedMs),
    rival_play_id: brought.otherPlayId ?? null,
  }
}

interface PlayReport {
  readonly playId: string
  readonly startedMs: number
  readonly atMs: number
}

/** Total order of all reports: by start of the play, then its ID, then the time of the report. So no report counts twice. */
const isLater = ({ playId, startedMs, atMs }: PlayReport, row: ProgressTable): boolean => {
  const before = Number(row.play_started_ms)
  if (startedMs !== before) return startedMs > before
  return playId === row.play_id ? atMs > Number(row.updated_ms) : playId > row.play_id
}

const later = (one: number | null, other: number | null): number | null =>
  one === null ? other : Math.max(Number(one), other ?? 0)

/** Returns whether both look the same to the user. */
export function isSameProgress(one: ProgressTable | undefined, other: ProgressTable | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.play_id === other.play_id &&
    one.track_id === other.track_id &&
    Number(one.position_ms) === Number(other.position_ms) &&
    Number(one.finished_ms) === Number(other.finished_ms)
  )
}

/** Returns whether the imported position in a file is later and different. The later one wins, even if the other one was at the end. */
export const isLaterTrack = (row: TrackProgressTable | undefined, brought: TrackProgressTable): boolean =>
  row === undefined ||
  (brought.updated_ms > Number(row.updated_ms) &&
    (brought.position_ms !== Number(row.position_ms) || brought.is_finished !== row.is_finished))
