import { renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { createVault } from '../../../lib/vault.ts'
import { createStorages } from '../../storages/open-storages.ts'
import { noDrives } from '../../storages/testing/no-drives.ts'
import { buildZip } from '../../storages/testing/zip.ts'
import { hasArchive } from '../../works/works.store.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'

const vault = createVault('a key of some length for tests')
const outbound = createOutbound({ userAgent: 'test' })

const [rain, sea] = [sound('rain', 2), sound('sea', 1)]
const zip = buildZip([
  { name: 'inside/02 sea.wav', bytes: sea, isDeflated: true },
  { name: 'inside/01 rain.wav', bytes: rain },
  { name: 'inside/readme.txt', bytes: Buffer.from('text') },
  { name: '../out.wav', bytes: sound('out') },
  { name: 'inside/locked.wav', bytes: sound('locked'), flags: 1 },
])
const key = workKeyOf('RJ334212')

eachLibrary((given) => {
  const here = async () => (await given().tracks()).filter(({ missing_at }) => missing_at === null)
  const open = (path: string) =>
    createStorages({
      vault,
      outbound,
      drives: noDrives,
      unpackedFolder: join(given().root, '..', 'unpacked'),
    })({
      kind: 'local',
      root: given().root,
      options: '{}',
      secret: null,
    }).open(path)

  test('the sounds of an archive are tracks of its work, and read again from where they lie', async () => {
    given().put('RJ334212 rain.zip', zip)
    const summary = await given().scan()
    expect(summary.archives).toEqual([])
    expect(summary.faults.map(({ reason }) => reason)).toEqual(['archiveEntry', 'archiveEntry'])
    const tracks = await here()
    expect(tracks).toMatchObject([
      { path: 'RJ334212 rain.zip/inside/01 rain.wav', folder: '', title: 'rain', duration_seconds: 2 },
      { path: 'RJ334212 rain.zip/inside/02 sea.wav', folder: '', title: 'sea', duration_seconds: 1 },
    ])
    for (const [at, bytes] of [rain, sea].entries()) {
      const file = await open(tracks[at]?.path ?? '')
      expect(file.sizeBytes).toBe(bytes.length)
      expect(Buffer.from(bytes.subarray(7, 5_001)).equals(await file.read({ start: 7, end: 5_000 }))).toBe(
        true,
      )
      await file.close()
    }
    expect((await given().scan()).tracks).toMatchObject({ unchanged: 2, missing: 0 })
    expect((await given().works())[0]).toMatchObject({ name: 'rain', in_library: 1 })
  })

  test('an archive with very many entries that are not unpacked is reported once, and its others are heard', async () => {
    const locked = Array.from({ length: 300 }, (_, at) => ({ name: `${at}.wav`, bytes: sea, flags: 1 }))
    given().put('RJ334212.zip', buildZip([...locked, { name: 'rain.wav', bytes: rain }]))
    expect(await given().scan()).toMatchObject({
      faults: [{ path: 'RJ334212.zip', reason: 'archiveEntry' }],
      faultCount: 1,
      tracks: { added: 1 },
    })
  })

  test('a track keeps its id when its archive is renamed, moved, or unpacked', async () => {
    const before = given().put('RJ334212.zip', zip)
    await given().scan()
    const ids = (await here()).map(({ id }) => id)
    renameSync(before, given().put('new/RJ334212 new name.zip', ''))
    expect((await given().scan()).tracks).toMatchObject({ moved: 2, missing: 0 })
    expect((await here()).map(({ id }) => id)).toEqual(ids)
    given().put('RJ334212/01 rain.wav', rain)
    given().put('RJ334212/02 sea.wav', sea)
    const summary = await given().scan()
    expect(summary.archives).toEqual([{ id: 'RJ334212', path: 'new/RJ334212 new name.zip' }])
    expect((await here()).map(({ id }) => id)).toEqual(ids)
    expect((await here())[0]?.path).toBe('RJ334212/01 rain.wav')
  })

  test('an archive in the folder of a work is part of it, unless a folder of its name lies beside it', async () => {
    given().put('RJ334212/1.wav', sound('one'))
    given().put('RJ334212/bonus.zip', zip)
    given().put('RJ334213/bonus.zip', zip)
    given().put('RJ334213/bonus/1.wav', sound('other'))
    await given().scan()
    expect((await here()).map(({ path, folder }) => [path, folder])).toEqual([
      ['RJ334212/1.wav', ''],
      ['RJ334212/bonus.zip/inside/01 rain.wav', 'bonus.zip/inside'],
      ['RJ334212/bonus.zip/inside/02 sea.wav', 'bonus.zip/inside'],
      ['RJ334213/bonus/1.wav', 'bonus'],
    ])
  })

  test('an archive that cannot be read is known as packed, and what it held before is not gone', async () => {
    given().put('RJ334212.zip', zip)
    given().put('RJ334213.zip', zip.subarray(0, 900))
    given().put('RJ334214.zip', buildZip([{ name: 'readme.txt', bytes: Buffer.from('text') }]))
    const first = await given().scan()
    expect(first.archives.map(({ id }) => id)).toEqual(['RJ334213', 'RJ334214'])
    expect(first.faults.filter(({ reason }) => reason === 'archiveUnread')).toHaveLength(1)
    given().put('RJ334212.zip', zip.subarray(0, 1_000))
    expect((await given().scan()).tracks.missing).toBe(0)
    expect(await here()).toHaveLength(2)
    rmSync(join(given().root, 'RJ334212.zip'))
    expect((await given().scan({ acceptsLoss: true })).tracks.missing).toBe(2)
  })

  test('a packed work is played once it can be', async () => {
    given().put('RJ334212.zip', 'half of it')
    await given().scan()
    expect(await hasArchive(given().database.read, key)).toBe(true)
    given().put('RJ334212.zip', zip)
    await given().scan()
    expect(await hasArchive(given().database.read, key)).toBe(false)
    expect(await here()).toHaveLength(2)
  })

  test('an archive is read again only where it changed', async () => {
    const path = given().put('RJ334212.zip', zip)
    await given().scan()
    const listing = () => given().database.read.selectFrom('archive').selectAll().execute()
    const entries = JSON.stringify({ entries: [], refused: [] })
    const [row] = await listing()
    await given().database.write.updateTable('archive').set({ entries }).execute()
    expect((await given().scan()).archives).toHaveLength(1)
    utimesSync(path, 1, 1)
    await given().scan()
    expect(await listing()).toMatchObject([{ entries: row?.entries }])
    expect(await here()).toHaveLength(2)
  })

  test('a sound that is not what the directory says is not given out', async () => {
    const lies = buildZip([
      { name: '1.wav', bytes: rain },
      { name: 'crc.wav', bytes: sea, isDeflated: true, crc: 1 },
      { name: 'longer.wav', bytes: sea, isDeflated: true, sizeBytes: 100 },
      { name: 'shorter.wav', bytes: sea, isDeflated: true, sizeBytes: sea.length + 5 },
    ])
    given().put('RJ334212.zip', lies)
    const { faults } = await given().scan()
    expect((await here()).map(({ path }) => path)).toEqual(['RJ334212.zip/1.wav'])
    expect(faults.map(({ reason }) => reason)).toEqual(['unreadable', 'unreadable', 'unreadable'])
    for (const name of ['crc', 'longer', 'shorter'])
      await expect(open(`RJ334212.zip/${name}.wav`)).rejects.toMatchObject({ fault: 'damaged' })
    await expect(open('RJ334212.zip/../secret')).rejects.toMatchObject({ fault: 'notFound' })
  })
})
