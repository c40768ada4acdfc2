/** GET and POST /account/data and /account/data.csv. */
import { Readable } from 'node:stream'
import type {
  exportOwnCsv as exportCsvEndpoint,
  exportOwnData as exportEndpoint,
  importOwnCsv as importCsvEndpoint,
  importOwnData as importEndpoint,
} from '@koedana/contract/own-data.ts'
import type { Bytes, Context, Handler } from '../../http/context.ts'
import { startBody } from '../../lib/start-body.ts'
import { joinSettings, readSettings, type SettingsSources } from '../account/settings.use-cases.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { PlaylistSources } from '../playlists/playlists.use-cases.ts'
import { readCsv } from './csv.rules.ts'
import { exportCsv, exportJson } from './export.use-cases.ts'
import { importData } from './import.use-cases.ts'

export type OwnDataSources = PlaylistSources & SettingsSources

export function exportOwnDataHandler(sources: OwnDataSources): Handler<typeof exportEndpoint> {
  return async (_request, context) =>
    download(
      sources,
      { pieces: exportJson(sources, await readSettings(sources, context), context), kind: 'json' },
      context,
    )
}

export function exportOwnCsvHandler(sources: OwnDataSources): Handler<typeof exportCsvEndpoint> {
  return (_request, context) =>
    download(sources, { pieces: exportCsv(sources, context), kind: 'csv' }, context)
}

const types = { json: 'application/json', csv: 'text/csv' } as const

interface Export {
  readonly pieces: AsyncGenerator<string>
  readonly kind: keyof typeof types
}

/** It is sent while it is read, and ends with the session, or when the account may see less than when it began. */
async function download(
  { streams, findPerson, now }: OwnDataSources,
  { pieces, kind }: Export,
  context: Context,
): Promise<Bytes> {
  const { sessionId, expiresAt, audience } = requirePerson(context)
  const body = await startBody(pieces)
  const isAllowed = async () => (await findPerson(sessionId))?.audience === audience
  if (body instanceof Readable) streams.watch(body, { isAllowed, until: expiresAt })
  return {
    status: 200,
    headers: {
      'content-type': `${types[kind]}; charset=utf-8`,
      'content-disposition': `attachment; filename="koedana-${now().toISOString().slice(0, 10)}.${kind}"`,
      'cache-control': 'no-store',
    },
    body,
  }
}

export function importOwnDataHandler(sources: OwnDataSources): Handler<typeof importEndpoint> {
  return async ({ body: { settings, ...data } }, context) => {
    if (settings) await joinSettings(sources, settings, context)
    return importData(sources, data, context)
  }
}

export function importOwnCsvHandler(sources: OwnDataSources): Handler<typeof importCsvEndpoint> {
  return async ({ body: { csv } }, context) => {
    const { marks, faults } = readCsv(csv)
    // A CSV table has no times, so its values count as set now.
    const exportedAt = sources.now().toISOString()
    const report = await importData(sources, { marks: [...marks], exportedAt }, context)
    return { ...report, faults: faults.slice(0, maxFaults) }
  }
}

const maxFaults = 200
