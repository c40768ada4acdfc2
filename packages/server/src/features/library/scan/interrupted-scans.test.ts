// @module-tag large
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '../../../lib/log.ts'
import { createVault } from '../../../lib/vault.ts'
import { noDriveAccess as driveAccess } from '../../storages/testing/no-drives.ts'
import { buildZip } from '../../storages/testing/zip.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { flacOfEmptyBlocks } from '../testing/hostile-sounds.ts'
import { sound, type TestLibrary } from '../testing/library.ts'
import { createBackgroundScans } from './background-scans.ts'
import { defaultBudgets } from './sounds/read-sound.ts'

const vault = createVault('a key of some length for tests')

const script = fileURLToPath(new URL('../testing/scanning-process.ts', import.meta.url))
/** The slow file needs a second of the default budget; the others need milliseconds. */
const soundReader = {
  budgets: { tags: { ...defaultBudgets.tags, cpuMs: 200 }, frames: defaultBudgets.frames },
}
/** More works than are saved in one transaction, so that those before the slow one are saved. */
const works = 25
const savedBefore = 20
const nameOf = (work: number) => `RJ${334_200 + work}`
const last = nameOf(works - 1)

function putWorks(library: TestLibrary): void {
  for (let work = 0; work < works; work += 1) library.put(`${nameOf(work)}/2.wav`, sound(`${work}`))
  library.put(`${last}/1.flac`, flacOfEmptyBlocks(2_000_000))
}

async function killInside({ database, root, coversFolder }: TestLibrary): Promise<void> {
  const args = [script, JSON.stringify(database.location), root, coversFolder]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const folder of createInterface(child.stdout)) if (folder === last) child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
}

async function cancelInside({ database, root, coversFolder }: TestLibrary, before = () => {}): Promise<void> {
  const scans = createBackgroundScans({
    driveAccess,
    vault,
    location: database.location,
    coversFolder,
    log: createLog('silent'),
  })
  const stop = new AbortController()
  const onWork = (folder: string) => {
    if (folder !== last) return
    before()
    stop.abort()
  }
  const wishes = { signal: stop.signal, onWork }
  expect(await scans.scan({ root, unknownAge: 'all' }, wishes)).toBeUndefined()
  await scans.close()
}

eachLibrary((given) => {
  test.each([
    ['killed', killInside],
    ['cancelled', (library: TestLibrary) => cancelInside(library)],
  ])('a scan that is %s in the middle of a file is finished by the next one', async (_, end) => {
    const library = given()
    putWorks(library)
    await end(library)
    const before = await library.tracks()
    expect(before).toHaveLength(savedBefore)
    const { state, tracks, works: found, faults } = await library.scan({ soundReader })
    expect([state, found.added]).toEqual(['mounted', works - savedBefore])
    expect(tracks).toMatchObject({ unchanged: savedBefore, added: works + 1 - savedBefore, missing: 0 })
    expect(faults).toEqual([{ path: `${last}/1.flac`, reason: 'overBudget' }])
    expect((await library.tracks()).filter(({ id }) => before.some((one) => one.id === id))).toEqual(before)
    expect(new Set((await library.works()).map(({ in_library }) => in_library))).toEqual(new Set([1]))
    expect(await library.scan({ soundReader })).toMatchObject({
      tracks: { unchanged: works + 1, added: 0, changed: 0 },
    })
    await expectWhole(library)
  })

  test('a scan that is cancelled leaves nothing of what it unpacked', async () => {
    const library = given()
    const rain = { name: 'rain.wav', bytes: sound('rain'), isDeflated: true }
    library.put(`${nameOf(0)}/bonus.zip`, buildZip([rain]))
    library.put(`${last}/1.flac`, flacOfEmptyBlocks(2_000_000))
    const unpacked = () =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`koedana-scan-${process.pid}-`))
    let before: string[] = []
    await cancelInside(library, () => {
      before = unpacked()
    })
    expect(before).toHaveLength(1)
    expect(unpacked()).toEqual([])
  })
})

/** Checks that there are no dangling references and no corrupted pages. */
async function expectWhole({ database }: TestLibrary): Promise<void> {
  const loose = database.read
    .selectFrom('track')
    .leftJoin('work', 'work.key', 'track.work_key')
    .where('work.key', 'is', null)
  expect(await loose.select('track.id').execute()).toEqual([])
  if (database.dialect.name !== 'sqlite') return
  const { rows } = await sql`pragma integrity_check`.execute(database.read)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
  expect((await sql`pragma foreign_key_check`.execute(database.read)).rows).toEqual([])
}
