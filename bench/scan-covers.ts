/** `npm run bench:memory -- --works N --covers C`: memory that a scan of very large covers adds to a server at rest. Linux only. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { openDatabase } from '@koedana/server/db/open.ts'
import { scanStorage } from '@koedana/server/features/library/scan/scan-storage.ts'
import { largePicture } from '@koedana/server/features/library/testing/large-picture.ts'
import { copyWithAdmin, loginAsAdmin } from './admin-client.ts'
import { serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { mebibytes, printResult, printTable } from './report.ts'

const maxMib = 350
const mebibyte = 1024 ** 2
/** Sides of pictures that can only be decoded as a whole: 60 megapixels, which are rejected, and the maximum that is accepted. */
const sides = [7_740, 6_300]

export async function measureCovers(works: number, covers: number): Promise<void> {
  const folder = await copyWithAdmin(await filledFolder(works))
  const shelf = Array.from({ length: covers }, (_, at) => join(folder, 'shelf', `RJ${98_000_000 + at}`))
  await scanSounds(folder, shelf)
  const pictures = await Promise.all(sides.map(largePicture))
  for (const [at, work] of shelf.entries()) {
    writeFileSync(join(work, 'cover.jpg'), pictures[at % pictures.length] ?? '')
  }
  const server = await serveFolder(folder)
  try {
    const keeper = await loginAsAdmin(server)
    await sleep(3_000)
    const rest = server.residentBytes()
    server.forgetPeak()
    await scanAgain(keeper)
    const over = server.peakBytes() - rest
    printTable(
      `A scan of ${covers} covers of ${sides.map((side) => Math.round(side ** 2 / 1e6)).join(' and ')} megapixels, ${works} works`,
      [
        { state: 'at rest', resident: mebibytes(rest), bound: '' },
        { state: 'at most, above it', resident: mebibytes(over), bound: `${maxMib} MiB` },
      ],
    )
    const ratio = (maxMib * mebibyte) / Math.max(over, 1)
    printResult({ bar: `memory-${works}-covers-${covers}`, ratio, holds: ratio >= 1 })
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Scans the tracks first, so that the storage and its works exist. */
async function scanSounds(folder: string, shelf: readonly string[]): Promise<void> {
  for (const [at, work] of shelf.entries()) {
    mkdirSync(work, { recursive: true })
    writeFileSync(join(work, '1.mp3'), `no sound ${at}`)
  }
  const database = await openDatabase({ folder })
  await scanStorage({
    database,
    root: join(folder, 'shelf'),
    unknownAge: 'all',
    acceptsLoss: false,
    coversFolder: join(folder, 'covers'),
    now: () => new Date(),
    report: () => {},
  })
  await database.close()
}

async function scanAgain(keeper: Call): Promise<void> {
  // The marketplace is off, so that nothing else changes these works.
  await keeper(api.updateSiteSettings, { body: { marketplace: { enabled: false } } })
  const { id } = await keeper(api.createTask, {
    body: { kind: 'sync_works', options: { sources: ['storages'] } },
  })
  for (;;) {
    const { status } = await keeper(api.getTask, { params: { id } })
    if (status !== 'ready' && status !== 'running') return
    await sleep(100)
  }
}
