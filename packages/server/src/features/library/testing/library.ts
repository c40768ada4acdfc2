import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import sharp from 'sharp'
import type { Database } from '../../../db/open.ts'
import type { WorkTable } from '../../../db/tables/catalogue.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import type { ScanInput, ScanSummary } from '../scan/scan.ts'
import { scanStorage } from '../scan/scan-storage.ts'
import { pooledThreads } from './pooled-threads.ts'

export interface TestLibrary {
  readonly database: Database
  /** The scanned folder, without symbolic links. */
  readonly root: string
  readonly coversFolder: string
  readonly lines: readonly string[]
  /** Writes a file below the root; returns its full path. */
  readonly put: (path: string, bytes: Uint8Array | string) => string
  /** Scans at noon of 20 November 2026, unless `at` is given. */
  readonly scan: (
    wishes?: Pick<ScanInput, 'acceptsLoss' | 'soundReader' | 'remote' | 'dataFolder'> & {
      readonly at?: string
    },
  ) => Promise<ScanSummary>
  /** Scans, and returns path and reason of each fault. */
  readonly faults: () => Promise<string[][]>
  /** `works` are sorted by key, `tracks` by path. */
  readonly works: () => Promise<WorkTable[]>
  readonly tracks: () => Promise<TrackRow[]>
  readonly remove: () => void
}

const noon = '2026-11-20T12:00:00.000Z'

export function createTestLibrary(database: Database): TestLibrary {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-library-')))
  const root = join(folder, 'root')
  const coversFolder = join(folder, 'covers')
  const lines: string[] = []
  mkdirSync(root)
  const scan: TestLibrary['scan'] = ({ at = noon, soundReader, ...wishes } = {}) =>
    scanStorage({
      ...wishes,
      soundReader: { threads: pooledThreads, ...soundReader },
      database,
      root,
      unknownAge: 'all',
      coversFolder,
      now: () => new Date(at),
      report: (line) => lines.push(line),
    })
  return {
    database,
    root,
    coversFolder,
    lines,
    put: (path, bytes) => {
      const full = join(root, path)
      mkdirSync(dirname(full), { recursive: true })
      writeFileSync(full, bytes)
      return full
    },
    scan,
    faults: async () => (await scan()).faults.map(({ path, reason }) => [path, reason]),
    works: () => database.read.selectFrom('work').selectAll().orderBy('key').execute(),
    tracks: () => database.read.selectFrom('track').selectAll().orderBy('path').execute(),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** A WAV file, different for each seed. */
export const sound = (seed: string, seconds = 0.25): Uint8Array => encodeWav(composeSound(seed, seconds))

export const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer()
