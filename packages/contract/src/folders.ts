/** Folders that a scan could not identify, and the administrators' decisions about them. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { Task } from './tasks.ts'
import { RecordId } from './users.ts'
import { page, pageSize, WorkId } from './values.ts'

/**
 * `noId`: audio but no ID in a name; read as a custom work. `severalIds`: several IDs in its name; the first is used unless works with
 * these IDs are inside. `unknownId`: no source knows the work. `noSound`: an ID, but nothing playable. `unplayable`: no ID, and only
 * recordings that must be converted first.
 */
export const folderReasons = ['noId', 'severalIds', 'unknownId', 'noSound', 'unplayable'] as const
export const FolderReason = v.picklist(folderReasons, 'valueUnknown')
export type FolderReason = v.InferOutput<typeof FolderReason>

/** `work`: it is this work. `own`: it is a custom work with this title. `ignored`: it is not read. */
export const folderDecisionKinds = ['work', 'own', 'ignored'] as const
export const FolderDecisionKind = v.picklist(folderDecisionKinds, 'valueUnknown')
export type FolderDecisionKind = v.InferOutput<typeof FolderDecisionKind>

const Title = v.pipe(
  v.string('titleRequired'),
  v.trim(),
  v.minLength(1, 'titleRequired'),
  v.maxLength(300, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)

export const FolderDecision = v.variant(
  'decision',
  [
    v.object({ decision: v.literal('work'), workId: WorkId }),
    v.object({ decision: v.literal('own'), title: Title }),
    v.object({ decision: v.literal('ignored') }),
  ],
  'valueUnknown',
)
export type FolderDecision = v.InferOutput<typeof FolderDecision>

export const UnsettledFolder = v.object({
  id: v.string(),
  storageId: v.string(),
  /** The name of the storage, or its path. */
  storageName: v.string(),
  /** The path below the storage; empty for its root. */
  path: v.string(),
  reason: FolderReason,
  fileCount: v.number(),
  sizeBytes: v.number(),
  /** A suggestion derived from the folder name. */
  suggestedTitle: v.string(),
  /** The work that its tracks belong to; null if there is none. */
  workId: v.nullable(v.string()),
  workName: v.nullable(v.string()),
  decision: v.nullable(FolderDecisionKind),
  decidedAt: v.nullable(v.string()),
})
export type UnsettledFolder = v.InferOutput<typeof UnsettledFolder>

export const folderStates = ['open', 'settled'] as const
export const FolderState = v.picklist(folderStates, 'valueUnknown')
export type FolderState = v.InferOutput<typeof FolderState>

const FolderParams = v.object({ id: RecordId })
/**
 * The scan that applies the decision. Null during a sync, after which the scan starts by itself, or while the storage is off; then the next
 * scan applies it.
 */
const SettledResponse = v.object({ task: v.nullable(Task) })

export const maxSettledTogether = 500

export const listUnsettledFolders = endpoint({
  method: 'GET',
  path: '/admin/unsettled-folders',
  access: 'admin',
  rate: 'read',
  summary: 'List folders that need a decision',
  description: '`settled` lists those already decided.',
  query: v.object({
    storage: v.optional(RecordId),
    reason: v.optional(FolderReason),
    state: v.optional(FolderState),
    page: v.optional(page),
    pageSize: v.optional(pageSize),
  }),
  response: v.object({
    items: v.array(UnsettledFolder),
    total: v.number(),
    page: v.number(),
    pageSize: v.number(),
  }),
})

export const settleFolder = endpoint({
  method: 'PUT',
  path: '/admin/unsettled-folders/:id/decision',
  access: 'admin',
  rate: 'write',
  summary: 'Decide what a folder is',
  description: 'The decision applies to later scans, and follows the folder if it is renamed.',
  params: FolderParams,
  body: FolderDecision,
  response: SettledResponse,
})

export const settleFolders = endpoint({
  method: 'PUT',
  path: '/admin/unsettled-folders/decisions',
  access: 'admin',
  rate: 'write',
  summary: 'Decide for many folders',
  description:
    '`own` uses the suggested titles and skips folders without audio and decisions made in the meantime.',
  body: v.object({
    ids: v.pipe(
      v.array(RecordId),
      v.minLength(1, 'required'),
      v.maxLength(maxSettledTogether, 'listTooLong'),
    ),
    decision: v.picklist(['own', 'ignored'], 'valueUnknown'),
  }),
  response: v.object({ ...SettledResponse.entries, settledCount: v.number() }),
})

export const unsettleFolder = endpoint({
  method: 'DELETE',
  path: '/admin/unsettled-folders/:id/decision',
  access: 'admin',
  rate: 'write',
  summary: 'Remove a decision',
  params: FolderParams,
  response: SettledResponse,
})
