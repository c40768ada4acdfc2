import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { importCovers } from '../library/covers/import-covers.ts'
import { type EditedWork, type EditingWorld, editingWorld } from './testing/edited-work.ts'

eachEngine((engine) => {
  let all: EditingWorld
  let work: EditedWork
  let folder: string
  beforeAll(async () => {
    all = await editingWorld(engine)
  })
  afterAll(() => all.here.close())
  beforeEach(async () => {
    work = await all.makeWork()
    folder = await mkdtemp(join(tmpdir(), 'koedana-covers-'))
    return () => rm(folder, { recursive: true, force: true })
  })

  const painted = (background: string) =>
    sharp({ create: { width: 64, height: 48, channels: 3, background } })
  const save = (picture: string | null) =>
    all.keeper.call(api.saveWorkCover, { params: { id: work.id }, body: { picture } })
  const importOwn = async (background: string) => {
    await writeFile(join(folder, `${work.id}.png`), await painted(background).png().toBuffer())
    const { coversFolder, database } = all.here.deps
    await importCovers({ database, folder, coversFolder, now: () => new Date() })
    await all.here.deps.catalogue.caughtUp()
  }

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'a %s is made a cover, and stays one whatever is imported',
    async (format) => {
      await importOwn('red')
      const before = (await work.metadata()).work.cover?.version
      const bytes = await painted('green').toFormat(format).toBuffer()
      const saved = await save(bytes.toString('base64'))
      expect(saved.work.cover?.version).not.toBe(before)
      expect(saved.fields.cover).toMatchObject({ source: 'edit', lock: { by: 'keeper' } })
      await importOwn('blue')
      expect((await work.metadata()).work.cover).toEqual(saved.work.cover)
    },
  )

  test('without a picture the cover is its sources’ again, at their next turn', async () => {
    await all.here.deps.write
      .insertInto('marketplace_record')
      .values({
        key: workKeyOf(work.id),
        id: work.id,
        record_at: null,
        wanted: 0,
        numbers_at: null,
        numbers_hash: 'known',
        absent_since: null,
        absences: 0,
        retry_at: null,
        cover_url: 'https://covers.example/1.jpg',
        cover_state: 'taken',
      })
      .execute()
    const saved = await save((await painted('green').png().toBuffer()).toString('base64'))
    const released = await save(null)
    expect(released.work.cover).toEqual(saved.work.cover)
    expect(released.fields.cover?.lock).toBeNull()
    const requested = all.here.deps.db
      .selectFrom('marketplace_record')
      .select(['cover_state', 'numbers_hash'])
    expect(await requested.where('id', '=', work.id).executeTakeFirst()).toEqual({
      cover_state: 'wanted',
      numbers_hash: null,
    })
    await importOwn('blue')
    const { work: now, fields } = await work.metadata()
    expect(now.cover?.version).not.toBe(saved.work.cover?.version)
    expect(fields.cover).toMatchObject({ source: 'feed', lock: null })
  })

  test('undoing brings the picture before back, unless it was put away', async () => {
    await importOwn('red')
    const before = await work.metadata()
    await save((await painted('green').png().toBuffer()).toString('base64'))
    const { edits } = await save((await painted('white').png().toBuffer()).toString('base64'))
    const once = await work.undo(edits[0]?.id)
    const twice = await work.undo(edits[1]?.id)
    expect(twice.work.cover).toEqual(before.work.cover)
    expect(twice.fields.cover).toEqual(before.fields.cover)
    const { cover } = once.work
    await rm(join(all.here.deps.coversFolder, work.id, cover?.version ?? 'none'), { recursive: true })
    await expect(work.undo(twice.edits[0]?.id)).rejects.toMatchObject({ status: 409 })
  })

  test('a picture that cannot be stored is no fault of the picture', async () => {
    const { coversFolder } = all.here.deps
    await rm(join(coversFolder, work.id), { recursive: true, force: true })
    await mkdir(coversFolder, { recursive: true })
    await writeFile(join(coversFolder, work.id), 'no folder')
    const bytes = await painted('green').png().toBuffer()
    await expect(save(bytes.toString('base64'))).rejects.toMatchObject({ status: 500 })
    await expect(importOwn('red')).rejects.toMatchObject({ code: expect.any(String) })
    await rm(join(coversFolder, work.id))
    await save(bytes.toString('base64'))
  })

  test('what is no picture is refused, and nothing changes', async () => {
    const before = await work.metadata()
    for (const bytes of [
      Buffer.from('no picture'),
      (await painted('green').png().toBuffer()).subarray(0, 60),
    ]) {
      await expect(save(bytes.toString('base64'))).rejects.toMatchObject({
        status: 422,
        body: { fields: { 'body.picture': 'pictureExpected' } },
      })
    }
    await expect(save('not base64!')).rejects.toMatchObject({ status: 400 })
    expect(await work.metadata()).toEqual(before)
  })
})
