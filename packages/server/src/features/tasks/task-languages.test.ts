// @module-tag large
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { Task, TaskItem, TaskLine } from '@koedana/contract/tasks.ts'
import { type Locale, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { saveStorage } from '../library/scan/storages.store.ts'
import { follow } from './testing/follow.ts'

const Lines = v.object({ lines: v.array(TaskLine) })
const Items = v.object({ items: v.array(TaskItem) })

eachEngine((engine) => {
  let here: World
  let admin: SignedInPerson
  let root: string
  beforeEach(async () => {
    here = await startTestServer(engine)
    admin = await here.signIn({ role: roleOf.admin })
    root = await mkdtemp(join(tmpdir(), 'koedana-languages-'))
    await mkdir(join(root, 'RJ700001'))
    await writeFile(join(root, 'RJ700001', '1.mp3'), 'no audio')
    await writeFile(join(root, 'RJ700001', '{count} # 静か.mp3'), '')
  })
  afterEach(async () => {
    await here.close()
    await rm(root, { recursive: true, force: true })
  })

  const read = async (path: string, language: string | undefined) => {
    const headers = {
      authorization: `Bearer ${admin.token}`,
      ...(language === undefined ? {} : { 'accept-language': language }),
    }
    return (await here.app.inject({ url: `/api/v3${path}`, headers })).json<unknown>()
  }
  const textsOf = async (id: string, language: string | undefined) =>
    v.parse(Lines, await read(`/admin/tasks/${id}/log`, language)).lines.map(({ text }) => text)
  const errorOf = async (id: string, language: string | undefined) =>
    v.parse(Task, await read(`/admin/tasks/${id}`, language)).error
  const ended = (id: string) =>
    expect
      .poll(async () => (await admin.call(api.getTask, { params: { id } })).endedAt, pollOptions)
      .not.toBeNull()
  const scan = async () => {
    await saveStorage(here.deps.write, { root, unknownAge: 'all' })
    here.deps.tasks.start()
    const options = { sources: ['storages' as const], localOnly: true }
    const { id } = await admin.call(api.createTask, { body: { kind: 'sync_works', options } })
    await ended(id)
    return id
  }

  const findings: Readonly<Record<Locale, readonly string[]>> = {
    'en-US': [
      'ROOT: 1 work (1 new), 0 new files, 0 missing',
      'RJ700001/{count} # 静か.mp3: is empty',
      'RJ700001/1.mp3: is not audio despite its name',
      'RJ700001: contains nothing that can be played',
    ],
    'zh-CN': [
      'ROOT：1 部作品（新增 1 部），新文件 0 个，缺失 0 个',
      'RJ700001/{count} # 静か.mp3：是空的',
      'RJ700001/1.mp3：扩展名是音频，但内容不是',
      'RJ700001：没有可播放的内容',
    ],
    'ja-JP': [
      'ROOT：作品 1 件（新規 1 件）、新しいファイル 0 個、見つからないファイル 0 個',
      'RJ700001/{count} # 静か.mp3：空です',
      'RJ700001/1.mp3：拡張子は音声ですが、音声ではありません',
      'RJ700001：再生できるものがありません',
    ],
  }
  const inRoot = (locale: Locale) => findings[locale].map((text) => text.replace('ROOT', root))

  test('the log of a scan with findings is in the language of each reader', async () => {
    const id = await scan()
    for (const locale of ['zh-CN', 'ja-JP', 'en-US'] as const)
      expect(await textsOf(id, locale), locale).toEqual(inRoot(locale))
    expect(await textsOf(id, 'ko, ja;q=0.5')).toEqual(inRoot('ja-JP'))
  })

  test.each([undefined, '*', 'ko-KR', ''])('a script that asks for %j reads English', async (language) => {
    const id = await scan()
    expect(await textsOf(id, language)).toEqual(inRoot('en-US'))
  })

  test('events of one task reach each reader in their language', async () => {
    const origin = await here.app.listen({ port: 0, host: '127.0.0.1' })
    here.deps.tasks.start()
    const readers = await Promise.all(
      (['zh-CN', 'ja-JP', 'en-US'] as const).map(async (locale) => {
        const events = await follow(origin, admin.token, locale)
        onTestFinished(events.close)
        return { locale, events }
      }),
    )
    await scan()
    for (const { locale, events } of readers) {
      const texts = () =>
        events
          .received()
          .flatMap(({ name, value }) => (name === 'line' ? [v.parse(TaskLine, value).text] : []))
      await expect.poll(texts, pollOptions).toEqual(inRoot(locale))
    }
  })

  test('a failure is told in the language of the reader, in lists too', async () => {
    here.deps.tasks.start()
    const { id } = await admin.call(api.createTask, { body: { kind: 'measure_sounds' } })
    await ended(id)
    await here.deps.write
      .updateTable('task')
      .set({ status: 'failed', error: '[{"code":"measure.noFfmpeg","values":{}}]' })
      .where('id', '=', id)
      .execute()
    expect(await errorOf(id, 'zh-CN')).toBe('本机上没有找到 ffmpeg。')
    expect(await errorOf(id, 'ja-JP')).toBe('このサーバーに ffmpeg が見つかりません。')
    expect(await errorOf(id, undefined)).toBe('ffmpeg was not found on this machine.')
    const listed = v.parse(v.object({ items: v.array(Task) }), await read('/admin/tasks', 'ja-JP'))
    expect(listed.items.map(({ error }) => error)).toEqual(['このサーバーに ffmpeg が見つかりません。'])
  })

  test('a rejected line has its reason in the language of the reader; a title is never read as a message', async () => {
    const id = await scan()
    const { key: task_key } = await here.deps.db
      .selectFrom('task')
      .select('key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const title = '[{"code":"scan.failed","values":{"root":"x"}}]'
    const name = '[{"code":"catalogLine.integerExpected","values":{"field":"price"}}]'
    const item = { task_key, phase: 'feeds', outcome: 'failed' as const, at: '2026-01-01T00:00:00.000Z' }
    await here.deps.write
      .insertInto('task_item')
      .values([
        { ...item, item: 'a.jsonl:1', name, reason: 'feedLineRefused' },
        { ...item, item: 'RJ90000001', name: title, reason: 'timedOut' },
      ])
      .execute()
    const names = async (language: string) =>
      v
        .parse(Items, await read(`/admin/tasks/${id}/items?outcome=failed`, language))
        .items.map(({ name }) => name)
    expect(await names('zh-CN')).toEqual(['price 不是整数。', title])
    expect(await names('en-US')).toEqual(['price is not a whole number.', title])
  })

  test('lines and failures that an earlier version wrote in English stay readable', async () => {
    const id = await scan()
    const { key } = await here.deps.db
      .selectFrom('task')
      .select('key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const [text, error] = [`${root}: 3 works (1 new)`, 'The marketplace has not responded for 45 minutes.']
    await here.deps.write.updateTable('task_line').set({ text }).where('task_key', '=', key).execute()
    await here.deps.write.updateTable('task').set({ error }).where('key', '=', key).execute()
    expect(new Set(await textsOf(id, 'ja-JP'))).toEqual(new Set([text]))
    expect(await errorOf(id, 'ja-JP')).toBe(error)
  })
})
