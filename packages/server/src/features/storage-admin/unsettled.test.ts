import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { FolderDecision, FolderState } from '@koedana/contract/folders.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { sound } from '../library/testing/library.ts'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let folder: string
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
    folder = await realpath(await mkdtemp(join(tmpdir(), 'koedana-unsettled-')))
    for (const name of ['rain', 'snow', 'noise']) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, '1.wav'), sound(name))
    }
    w.deps.tasks.start()
    const settings = { kind: 'local' as const, path: folder }
    const { id } = await admin.call(api.createStorage, { body: { settings, unknownAge: 'all' } })
    await ended((await admin.call(api.scanStorage, { params: { id }, body: {} })).task)
  })
  afterEach(async () => {
    await w.close()
    await rm(folder, { recursive: true, force: true })
  })

  const ended = async (task: { readonly id: string } | null) => {
    expect(task).not.toBeNull()
    await vi.waitFor(async () => {
      const { endedAt } = await admin.call(api.getTask, { params: { id: task?.id ?? '' } })
      expect(endedAt).not.toBeNull()
    }, pollOptions)
    await w.deps.catalogue.caughtUp()
  }
  const list = async (state: FolderState = 'open') =>
    (await admin.call(api.listUnsettledFolders, { query: { state } })).items
  const at = async (path: string, state: FolderState = 'open') => {
    const found = (await list(state)).find((one) => one.path === path)
    if (!found) throw new Error(`${path} is not ${state}`)
    return found
  }
  const settle = async (path: string, body: FolderDecision) => {
    const { id } = await at(path)
    await ended((await admin.call(api.settleFolder, { params: { id }, body })).task)
  }
  const names = async () =>
    (await w.call(api.listWorks, { query: { inLibrary: true } })).items.map(({ title }) => title).sort()

  test('each is settled by one of three ways, which a later scan keeps and an administrator takes back', async () => {
    expect((await list()).map(({ path, reason, fileCount }) => [path, reason, fileCount])).toEqual([
      ['noise', 'noId', 1],
      ['rain', 'noId', 1],
      ['snow', 'noId', 1],
    ])
    expect(await names()).toEqual(['noise', 'rain', 'snow'])
    const { workId } = await at('snow')
    await settle('rain', { decision: 'work', workId: 're334212' })
    await settle('snow', { decision: 'own', title: ' Snow at night ' })
    await settle('noise', { decision: 'ignored' })
    expect(await list()).toEqual([])
    expect(await names()).toEqual(['Snow at night', 'rain'])
    const { tracks } = await w.call(api.listWorkFiles, { params: { id: 'RJ334212' } })
    expect(tracks.map(({ title }) => title)).toEqual(['1'])
    expect((await at('snow', 'settled')).workId).toBe(workId)
    const { id, storageId } = await at('noise', 'settled')
    await ended((await admin.call(api.scanStorage, { params: { id: storageId }, body: {} })).task)
    expect((await list('settled')).map(({ decision }) => decision).sort()).toEqual(['ignored', 'own', 'work'])
    await ended((await admin.call(api.unsettleFolder, { params: { id } })).task)
    expect((await list()).map(({ path }) => path)).toEqual(['noise'])
    expect(await names()).toContain('noise')
    const [storage] = (await admin.call(api.listStorages, {})).items
    expect(storage?.unsettledCount).toBe(1)
  })

  test('what cannot be decided is refused, and everybody else is', async () => {
    const { id } = await at('rain')
    const refused = (body: FolderDecision, of = id) =>
      admin.call(api.settleFolder, { params: { id: of }, body }).catch((error: unknown) => error)
    expect(await refused({ decision: 'work', workId: 'KD99999999' })).toMatchObject({
      body: { code: 'refused', fields: { 'body.workId': 'workUnknown' } },
    })
    for (const of of ['0', '4711', 'x'])
      expect(await refused({ decision: 'ignored' }, of)).toMatchObject({ body: { code: 'notFound' } })
    const member = await w.signIn()
    const body: FolderDecision = { decision: 'ignored' }
    for (const call of [w.call, member.call]) {
      await expect(call(api.settleFolder, { params: { id }, body })).rejects.toThrow()
      await expect(call(api.unsettleFolder, { params: { id } })).rejects.toThrow()
      await expect(call(api.listUnsettledFolders, { query: {} })).rejects.toThrow()
    }
    expect((await list()).length).toBe(3)
    const { items } = await admin.call(api.listAudit, { query: { act: 'administered' } })
    expect(items.some(({ detail }) => detail.includes('unsettled-folders'))).toBe(false)
  })

  test('many are decided on at once, and those alone in which something can be played become works', async () => {
    await mkdir(join(folder, 'tapes'))
    await writeFile(join(folder, 'tapes', '1.tta'), 'a tape')
    const { storageId } = await at('rain')
    await ended((await admin.call(api.scanStorage, { params: { id: storageId }, body: {} })).task)
    const unplayable = await admin.call(api.listUnsettledFolders, { query: { reason: 'unplayable' } })
    expect(unplayable.items.map(({ path }) => path)).toEqual(['tapes'])
    expect(unplayable.total).toBe(1)
    const idsOf = (paths: readonly string[]) => Promise.all(paths.map(async (path) => (await at(path)).id))
    const settleAll = async (paths: readonly string[], decision: 'own' | 'ignored', more: string[] = []) => {
      const ids = [...(await idsOf(paths)), ...more]
      const settled = await admin.call(api.settleFolders, { body: { ids, decision } })
      if (settled.task) await ended(settled.task)
      return settled
    }
    expect(await settleAll(['rain', 'snow', 'tapes'], 'own', ['4711', 'x'])).toMatchObject({
      settledCount: 2,
    })
    expect((await list()).map(({ path }) => path)).toEqual(['noise', 'tapes'])
    const settled = await list('settled')
    expect(settled.map(({ path, decision, workName }) => [path, decision, workName]).sort()).toEqual([
      ['rain', 'own', 'rain'],
      ['snow', 'own', 'snow'],
    ])
    const decided = settled.map(({ id }) => id)
    expect(await settleAll(['noise', 'tapes'], 'ignored', decided)).toMatchObject({ settledCount: 2 })
    expect(await list()).toEqual([])
    expect((await list('settled')).filter(({ decision }) => decision === 'own')).toHaveLength(2)
    expect(await names()).toEqual(['rain', 'snow'])
    const nothing = { body: { ids: ['4711'], decision: 'own' as const } }
    expect(await admin.call(api.settleFolders, nothing)).toEqual({ settledCount: 0, task: null })
    for (const call of [w.call, (await w.signIn()).call])
      await expect(call(api.settleFolders, nothing)).rejects.toThrow()
  })

  test('while a sync is at work, a decision waits for the scan after it', async () => {
    await w.deps.tasks.stop()
    const { id, storageId } = await at('rain')
    await admin.call(api.scanStorage, { params: { id: storageId }, body: {} })
    expect((await admin.call(api.listStorages, {})).items[0]?.scanWaits).toBe(false)
    const body: FolderDecision = { decision: 'work', workId: 'RJ334212' }
    expect(await admin.call(api.settleFolder, { params: { id }, body })).toEqual({ task: null })
    expect((await at('rain', 'settled')).decision).toBe('work')
    expect((await admin.call(api.listStorages, {})).items[0]?.scanWaits).toBe(true)
    await vi.waitFor(async () => {
      const { items } = await admin.call(api.listAudit, { query: { act: 'administered' } })
      expect(items[0]?.detail).toContain(`PUT /admin/unsettled-folders/${id}/decision`)
      expect(items[0]?.detail).toContain('decision=work workId=RJ334212')
    }, pollOptions)
  })
})
