import { ApiError, readFailure } from '@koedana/contract/kit/client.ts'
import { type ImportReport, importLimits, importOwnCsv, importOwnData } from '@koedana/contract/own-data.ts'
import { call, reportFailure } from '../../domain/api.ts'
import { apiPath } from '../../domain/api-path.ts'
import { currentToken } from '../../domain/session.ts'
import { translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSettings } from '../../lib/settings.ts'
import { type FileFault, splitOwnData } from './own-data-file.rules.ts'

/** Downloads the file under the server's file name. Errors are shown to the user. */
export async function downloadOwnData(kind: 'json' | 'csv'): Promise<void> {
  const token = currentToken()
  const path = kind === 'json' ? '/account/data' : '/account/data.csv'
  const headers = {
    'accept-language': useSettings.getState().locale,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(apiPath + path, { headers }).catch(
    (cause: unknown) => new ApiError(translate('error.network'), 0, undefined, cause),
  )
  if (response instanceof ApiError || !response.ok) {
    const error = response instanceof ApiError ? response : await readFailure(response)
    return reportFailure(error, { method: 'GET', path, token })
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(await response.blob(), name ?? `koedana.${kind}`)
}

export interface MergedImportReport extends ImportReport {
  /** Numbers of the table lines that could not be read. */
  readonly lines: readonly number[]
}

export type ImportOutcome =
  | { readonly type: 'taken'; readonly report: MergedImportReport }
  | { readonly type: 'fault'; readonly fault: FileFault | 'tooLarge'; readonly at?: string }
  /** Rejected by the server; the error was shown. */
  | { readonly type: 'stopped' }

const maxBytes = 100 * 1024 * 1024

/** Imports a file. `onPart` receives the progress, from 0 to 1. */
export async function importFile(file: File, onPart: (share: number) => void): Promise<ImportOutcome> {
  if (file.size > maxBytes) return { type: 'fault', fault: 'tooLarge' }
  const text = await file.text()
  try {
    return /^\s*[{[]/.test(text) ? await importJson(text, onPart) : await importCsv(text)
  } catch (error) {
    if (error instanceof ApiError) return { type: 'stopped' }
    throw error
  } finally {
    await queryClient.invalidateQueries()
  }
}

async function importCsv(csv: string): Promise<ImportOutcome> {
  if (new Blob([csv]).size > importLimits.bytes * 0.9) return { type: 'fault', fault: 'tooLarge' }
  const { faults, ...report } = await call(importOwnCsv, { body: { csv } })
  if (faults.some(({ fault }) => fault === 'columnsMissing')) return { type: 'fault', fault: 'notOwnData' }
  return { type: 'taken', report: { ...report, lines: faults.map(({ line }) => line) } }
}

async function importJson(text: string, onPart: (share: number) => void): Promise<ImportOutcome> {
  const read = splitOwnData(text)
  if (read.type === 'fault') return read
  let sum: MergedImportReport = {
    imported: 0,
    unchanged: 0,
    unmatched: [],
    unmatchedCount: 0,
    refused: [],
    lines: [],
  }
  for (const [at, body] of read.parts.entries()) {
    onPart(at / read.parts.length)
    const report = await call(importOwnData, { body })
    const unmatched = [...new Set([...sum.unmatched, ...report.unmatched])]
    sum = {
      imported: sum.imported + report.imported,
      unchanged: sum.unchanged + report.unchanged,
      unmatched,
      // Several parts may miss the same work.
      unmatchedCount: Math.max(unmatched.length, report.unmatchedCount),
      refused: [...new Set([...sum.refused, ...report.refused])],
      lines: [],
    }
  }
  return { type: 'taken', report: sum }
}
