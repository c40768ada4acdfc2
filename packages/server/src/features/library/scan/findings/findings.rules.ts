/** Findings: folders that a scan cannot classify by itself. A signature identifies such a folder after a rename. */
import { createHash } from 'node:crypto'
import type { FolderDecisionKind, FolderReason } from '@koedana/contract/folders.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import type { Decisions, GroupingDecision } from '../group.rules.ts'

export interface Finding {
  readonly path: string
  readonly reason: FolderReason
  /** Work as which the folder was ingested; null if none. */
  readonly workKey: number | null
  readonly fileCount: number
  readonly sizeBytes: number
  readonly signature: string
}

export interface StoredFinding extends Finding {
  readonly key: number
  readonly decision: FolderDecisionKind | null
  readonly decidedKey: number | null
  readonly title: string | null
}

export interface FolderTrack {
  readonly name: string
  readonly sizeBytes: number
}

/** Returns a hash of file names and sizes that does not depend on their order, or on the folder's name and location. */
export function computeSignature(sounds: readonly FolderTrack[]): string {
  const lines = sounds.map(({ name, sizeBytes }) => JSON.stringify([name.normalize('NFC'), sizeBytes])).sort()
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22)
}

/** Returns the decisions of administrators by folder path. */
export function decisionsOf(known: readonly StoredFinding[]): Decisions {
  const decisions = new Map<string, GroupingDecision>()
  for (const { path, decision, decidedKey, title } of known) {
    if (decision === 'ignored') decisions.set(path, { kind: 'ignored' })
    else if (decision !== null && decidedKey !== null)
      decisions.set(path, { kind: 'work', id: workIdOf(decidedKey), title: title ?? undefined })
  }
  return decisions
}

export interface FindingChanges {
  readonly inserted: readonly Finding[]
  readonly updated: readonly (Finding & { readonly key: number })[]
  readonly deleted: readonly number[]
}

/**
 * Returns the changes that bring the stored findings up to date. Decided findings stay, since their folder may return; so do those whose
 * folder could not be read.
 */
export function diffFindings(
  known: readonly StoredFinding[],
  found: readonly Finding[],
  mayBeThere: (path: string) => boolean,
): FindingChanges {
  const foundAt = new Map(found.map((finding) => [finding.path, finding]))
  const open = known.filter(({ decision }) => decision === null)
  const knownAt = new Set(known.map(({ path }) => path))
  return {
    inserted: [...foundAt.values()].filter(({ path }) => !knownAt.has(path)),
    updated: open.flatMap((before) => {
      const now = foundAt.get(before.path)
      return now && !isSame(before, now) ? [{ ...now, key: before.key }] : []
    }),
    deleted: open.filter(({ path }) => !foundAt.has(path) && !mayBeThere(path)).map(({ key }) => key),
  }
}

const comparedFields = ['reason', 'workKey', 'fileCount', 'sizeBytes', 'signature'] as const

const isSame = (a: Finding, b: Finding): boolean => comparedFields.every((field) => a[field] === b[field])

/** Returns the work of each folder without a decision, by path. */
export const openWorkKeys = (known: readonly StoredFinding[]): ReadonlyMap<string, number> =>
  new Map(
    known.flatMap(({ path, workKey, decision }) => (workKey === null || decision ? [] : [[path, workKey]])),
  )
