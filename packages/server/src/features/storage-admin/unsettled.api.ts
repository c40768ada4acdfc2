/** /admin/unsettled-folders: administrators' decisions on folders that a scan could not classify (ADR 0036). */
import type {
  FolderDecision,
  listUnsettledFolders,
  settleFolder,
  settleFolders,
  UnsettledFolder,
  unsettleFolder,
} from '@koedana/contract/folders.ts'
import type { Task } from '@koedana/contract/tasks.ts'
import { defaultPageSize, findWorkKey, workIdOf } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { printablePath } from '../../lib/printable.rules.ts'
import { editorOf, renameWork } from '../editing/change-fields.ts'
import { allocateOwnKey } from '../editing/edits.store.ts'
import { readFolderName } from '../library/scan/names.rules.ts'
import type { TaskApiSources } from '../tasks/tasks.api.ts'
import { requestScan } from './request-scan.ts'
import {
  findUnsettled,
  isWorkKnown,
  listUnsettledPage,
  type StoredDecision,
  saveDecision,
  type UnsettledRow,
} from './unsettled.store.ts'

export interface UnsettledSources extends TaskApiSources {
  readonly database: Database
}

export function listUnsettledHandler({ write }: UnsettledSources): Handler<typeof listUnsettledFolders> {
  return async ({ query: { state = 'open', storage, reason, page = 1, pageSize = defaultPageSize } }) => {
    const query = { state, reason, limit: pageSize, offset: (page - 1) * pageSize }
    const storageKey = storage === undefined ? undefined : Number(/^\d{1,15}$/.test(storage) ? storage : -1)
    const { rows, total } = await listUnsettledPage(write, { ...query, storageKey })
    return { items: rows.map(toUnsettledFolder), total, page, pageSize }
  }
}

export function settleFolderHandler(sources: UnsettledSources): Handler<typeof settleFolder> {
  return async ({ params: { id }, body }, context) => {
    const row = await writeInTurn(sources.write, async (tx) => {
      const found = await getFolder(tx, id)
      await saveDecision(tx, found.key, await createDecision(sources, tx, { found, body, context }))
      return found
    })
    return { task: await requestScans(sources, [row], context) }
  }
}

export function settleFoldersHandler(sources: UnsettledSources): Handler<typeof settleFolders> {
  return async ({ body: { ids, decision } }, context) => {
    const rows = await writeInTurn(sources.write, async (tx) => {
      const open = (await findUnsettled(tx, ids)).filter((row) => row.decision === null)
      const meant = open.filter((row) => decision === 'ignored' || isPlayable(row))
      for (const found of meant) {
        const body: FolderDecision =
          decision === 'ignored' ? { decision } : { decision, title: suggestedTitle(found) }
        await saveDecision(tx, found.key, await createDecision(sources, tx, { found, body, context }))
      }
      return meant
    })
    return { settledCount: rows.length, task: await requestScans(sources, rows, context) }
  }
}

const isPlayable = ({ reason }: UnsettledRow) => reason !== 'noSound' && reason !== 'unplayable'

export function unsettleFolderHandler(sources: UnsettledSources): Handler<typeof unsettleFolder> {
  return async ({ params: { id } }, context) => {
    const row = await writeInTurn(sources.write, async (tx) => {
      const found = await getFolder(tx, id)
      await saveDecision(tx, found.key, { decision: null, decided_key: null, title: null, decided_at: null })
      return found
    })
    return { task: await requestScans(sources, [row], context) }
  }
}

async function getFolder(tx: Db, id: string): Promise<UnsettledRow> {
  const [found] = await findUnsettled(tx, [id])
  if (!found) throw new AppError('notFound')
  return found
}

interface DecisionInput {
  readonly found: UnsettledRow
  readonly body: FolderDecision
  readonly context: Context
}

async function createDecision(
  sources: UnsettledSources,
  tx: Db,
  { found, body, context }: DecisionInput,
): Promise<StoredDecision> {
  const { decision } = body
  const now = sources.now().toISOString()
  if (decision === 'ignored') return { decision, decided_key: null, title: null, decided_at: now }
  if (decision === 'work')
    return { decision, decided_key: await resolveWorkKey(tx, body.workId), title: null, decided_at: now }
  const own = [found.decided_key, found.work_key].find((key) => key !== null && isCustomWork(key))
  const naming = { name: body.title, userKey: editorOf(context), now }
  const isThere = own != null && (await renameWork(sources.database, tx, { ...naming, key: own }))
  const key = isThere ? own : await allocateOwnKey(tx)
  return { decision, decided_key: key, title: body.title, decided_at: now }
}

/** Custom works are created on this server, so an unknown ID of one is a typing mistake. */
async function resolveWorkKey(tx: Db, workId: string): Promise<number> {
  const key = findWorkKey(workId)
  if (key === undefined || (isCustomWork(key) && !(await isWorkKnown(tx, key))))
    throw new AppError('refused', { fields: { 'body.workId': 'workUnknown' } })
  return key
}

const isCustomWork = (key: number) => workIdOf(key).startsWith('KD')

/** Returns null if the scan must wait for another one, or if the storages are disabled. */
async function requestScans(
  sources: UnsettledSources,
  rows: readonly UnsettledRow[],
  context: Context,
): Promise<Task | null> {
  const keys = new Set(rows.flatMap(({ enabled, storage_key }) => (enabled === 1 ? [storage_key] : [])))
  return keys.size === 0 ? null : requestScan(sources, [...keys], context)
}

function suggestedTitle({ work_name, path, storage_name, root }: UnsettledRow): string {
  const name = path === '' ? storage_name || root : path
  const last = name.slice(name.lastIndexOf('/') + 1)
  return work_name ?? (readFolderName(last).title || printablePath(last))
}

function toUnsettledFolder(row: UnsettledRow): UnsettledFolder {
  return {
    id: String(row.key),
    storageId: String(row.storage_key),
    storageName: row.storage_name || printablePath(row.root),
    path: printablePath(row.path),
    reason: row.reason,
    fileCount: row.file_count,
    sizeBytes: row.size_bytes,
    suggestedTitle: suggestedTitle(row),
    workId: row.work_id,
    workName: row.work_name,
    decision: row.decision,
    decidedAt: row.decided_at,
  }
}
