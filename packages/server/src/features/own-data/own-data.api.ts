/** GET and POST /account/data and /account/data.csv. */
import { Readable } from 'node:stream'
import type {
  exportOwnCsv as exportCsvEndpoint,
  exportOwnData as exportEndpoint,
  importOwnCsv as importCsvEndpoint,
  importOwnData as importEndpoint,
} from '@koedana/contract/own-data.ts'
import type { Bytes, Handler } from '../../http/context.ts'
import { joinSettings, readSettings, type SettingsSources } from '../account/settings.use-cases.ts'
import type { PlaylistSources } from '../playlists/playlists.use-cases.ts'
import { readCsv } from './csv.rules.ts'
import { exportCsv, exportJson } from './export.use-cases.ts'
import { importData } from './import.use-cases.ts'

export type OwnDataSources = PlaylistSources & SettingsSources

export function exportOwnDataHandler(sources: OwnDataSources): Handler<typeof exportEndpoint> {
  return async (_request, context) =>
    download(exportJson(sources, await readSettings(sources, context), context), 'json', sources.now())
}

export function exportOwnCsvHandler(sources: OwnDataSources): Handler<typeof exportCsvEndpoint> {
  return (_request, context) => download(exportCsv(sources, context), 'csv', sources.now())
}

const types = { json: 'application/json', csv: 'text/csv' } as const

const download = (pieces: AsyncIterable<string>, kind: keyof typeof types, now: Date): Bytes => ({
  status: 200,
  headers: {
    'content-type': `${types[kind]}; charset=utf-8`,
    'content-disposition': `attachment; filename="koedana-${now.toISOString().slice(0, 10)}.${kind}"`,
    'cache-control': 'no-store',
  },
  body: Readable.from(pieces),
})

export function importOwnDataHandler(sources: OwnDataSources): Handler<typeof importEndpoint> {
  return async ({ body: { settings, ...data } }, context) => {
    if (settings) await joinSettings(sources, settings, context)
    return importData(sources, data, context)
  }
}

export function importOwnCsvHandler(sources: OwnDataSources): Handler<typeof importCsvEndpoint> {
  return async ({ body: { csv } }, context) => {
    const { marks, faults } = readCsv(csv)
    // A table has no times: what somebody brings along counts now.
    const exportedAt = sources.now().toISOString()
    const report = await importData(sources, { marks: [...marks], exportedAt }, context)
    return { ...report, faults: faults.slice(0, mostFaults) }
  }
}

const mostFaults = 200
