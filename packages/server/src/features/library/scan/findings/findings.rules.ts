/** Reports folders that a scan cannot settle by itself, and how one is known again under another name. */
import { createHash } from 'node:crypto'
import type { FolderDecisionKind, FolderReason } from '@koedana/contract/folders.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import type { Decision, Decisions } from '../group.rules.ts'

export interface Finding {
  /** The path below the root; `''` for the root itself. */
  readonly path: string
  readonly reason: FolderReason
  /** The work that it is taken for; null where it is none. */
  readonly workKey: number | null
  readonly fileCount: number
  readonly sizeBytes: number
  readonly signature: string
}

export interface KnownFinding extends Finding {
  readonly key: number
  readonly decision: FolderDecisionKind | null
  readonly decidedKey: number | null
  readonly title: string | null
}

export interface FoundSound {
  /** Seen from the folder. */
  readonly name: string
  readonly sizeBytes: number
}

/** The same for the same files in any order, wherever their folder lies and whatever it is called. */
export function signatureOf(sounds: readonly FoundSound[]): string {
  const lines = sounds.map(({ name, sizeBytes }) => JSON.stringify([name.normalize('NFC'), sizeBytes])).sort()
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22)
}

/** Returns what of the known has been decided. */
export function decisionsIn(known: readonly KnownFinding[]): Decisions {
  const decisions = new Map<string, Decision>()
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
 * Returns the changes that bring the known findings up to date. One that somebody has decided on stays, since its folder may come back; one that
 * could not be looked at stays as well.
 */
export function changesOfFindings(
  known: readonly KnownFinding[],
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

const compared = ['reason', 'workKey', 'fileCount', 'sizeBytes', 'signature'] as const

const isSame = (a: Finding, b: Finding): boolean => compared.every((field) => a[field] === b[field])

/** Returns what folders that nobody has decided on are taken for, by path. */
export const workKeysOf = (known: readonly KnownFinding[]): ReadonlyMap<string, number> =>
  new Map(
    known.flatMap(({ path, workKey, decision }) => (workKey === null || decision ? [] : [[path, workKey]])),
  )
