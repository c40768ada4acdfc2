import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { fullWork } from '../metadata/feed/testing/feed-fixtures.ts'
import { minute } from '../metadata/ingest/testing/source-batches.ts'
import { type EditedWork, type EditingWorld, editingWorld } from './testing/edited-work.ts'

eachEngine((engine) => {
  let all: EditingWorld
  let work: EditedWork
  beforeAll(async () => {
    all = await editingWorld(engine)
  })
  afterAll(() => all.here.close())
  beforeEach(async () => {
    work = await all.makeWork()
  })

  test('undoing puts back value, source, time and lock, as an edit of its own', async () => {
    await work.ingest({ price: 500 }, minute(1))
    await work.patch({ values: { artists: [{ id: 'a1' }] } })
    const before = await work.metadata()
    const edited = await work.patch({ values: { price: 9, artists: [], kana: 'カナ' }, release: ['kana'] })
    const undone = await work.undo(edited.edits[0]?.id)
    expect(undone.fields).toEqual(before.fields)
    const { updatedAt: _, ...restored } = undone.work
    expect(before.work).toMatchObject(restored)
    expect(undone.edits).toHaveLength(3)
    expect(undone.edits[1]?.undoneAt).toBe(undone.edits[0]?.at)
    expect(undone.edits[0]?.changes).toContainEqual({ field: 'price', before: '9', after: '500' })
    expect(undone.edits.map(({ canUndo }) => canUndo)).toEqual([true, false, true])
    await work.ingest({ price: 700, artists: [{ id: 'a9', name: 'Nine' }] }, minute(2))
    expect((await work.metadata()).work).toMatchObject({ price: 700, artists: [{ id: 'a1' }] })
  })

  test('what something changed since is not undone', async () => {
    const first = await work.patch({ values: { price: 1 } })
    const second = await work.patch({ values: { price: 2 } })
    const editId = first.edits[0]?.id ?? ''
    expect(second.edits.map(({ canUndo }) => canUndo)).toEqual([true, false])
    await expect(work.undo(editId)).rejects.toMatchObject({ status: 409 })
    await work.undo(second.edits[0]?.id)
    const undone = await work.undo(editId)
    expect(undone.work.price).toBe(fullWork.price)
    await expect(work.undo(editId)).rejects.toMatchObject({ status: 409 })
    await expect(work.undo('nothing')).rejects.toMatchObject({ status: 404 })
  })

  test('an edit that took away somebody who is gone since is not undone', async () => {
    const { edits } = await work.patch({ values: { series: { name: `Gone with ${work.id}` } } })
    await work.undo(edits[0]?.id)
    const again = await work.patch({ values: { kana: 'カナ' } })
    const { write } = all.here.deps
    await write.deleteFrom('series').where('name', '=', `Gone with ${work.id}`).execute()
    const after = await work.metadata()
    // Latest first: the last edit; the undo, which cannot be undone, since that would restore the deleted series; the edit already
    // undone.
    expect(after.edits.map(({ canUndo }) => canUndo)).toEqual([true, false, false])
    await expect(work.undo(again.edits[1]?.id)).rejects.toMatchObject({ status: 409 })
  })
})
