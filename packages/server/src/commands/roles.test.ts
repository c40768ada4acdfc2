// @module-tag large
/** Nodes of one PostgreSQL with different roles: one handles requests, another runs tasks. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../db/open.ts'
import { insertTask } from '../features/tasks/task.store.ts'
import { onPostgres } from '../testing/engines.ts'
import { createPrograms } from './testing/server-processes.ts'

let folder = ''
const { serving, endAll } = createPrograms(() => folder)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-roles-'))
})
afterEach(async () => {
  await endAll()
  await rm(folder, { recursive: true, force: true })
})

const statusOf = async (url: string) => (await fetch(url)).status

test('the roles api and worker need PostgreSQL', async () => {
  await expect(serving(['--role', 'worker'], {})).rejects.toThrow('needs PostgreSQL (DATABASE_URL)')
  await expect(serving([], { ROLE: 'api' })).rejects.toThrow('needs PostgreSQL (DATABASE_URL)')
})

describe.skipIf(inject('postgresUrl') === undefined)('on postgres', () => {
  let database: Database
  beforeEach(async () => {
    database = await onPostgres().open()
  })
  afterEach(() => database.close())

  const there = (role: string) => ({
    DATABASE_URL: database.location.url ?? '',
    SECRET_KEY: 'of both '.repeat(8),
    DATA_DIR: join(folder, role),
  })
  const statuses = async () =>
    (await database.read.selectFrom('task').select('status').execute()).map(({ status }) => status)

  test('the tasks of a server that takes requests alone wait for one that runs them, which takes no others', async () => {
    const { origin: api } = await serving(['--role', 'api'], there('api'))
    await database.write.transaction().execute((tx) =>
      insertTask(tx, {
        kind: 'clean_works',
        options: {},
        userKey: null,
        at: new Date().toISOString(),
        retryOfKey: null,
      }),
    )
    // A task runner would poll for tasks every second.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await statuses()).toEqual(['ready'])
    const { origin: worker } = await serving(['--role=worker'], there('worker'))
    await expect.poll(statuses).toEqual(['finished'])
    expect(await statusOf(`${api}${basePath}/works`)).toBe(200)
    for (const path of ['/health/live', '/health/ready']) {
      expect(await statusOf(worker + basePath + path)).toBe(200)
    }
    for (const path of [`${basePath}/works`, `${basePath}/auth/login`, '/', '/abs/ping']) {
      expect(await statusOf(worker + path)).toBe(404)
    }
  })

  test('what listens and what takes long goes past a pooler', async () => {
    const { folder: at, url = '' } = database.location
    const nobody = 'postgres://nobody@127.0.0.1:1/nothing'
    const patient = await openDatabase({ folder: at, url: nobody, directUrl: url })
    expect(await patient.read.selectFrom('task').selectAll().execute()).toEqual([])
    await patient.close()
    const impatient = await openDatabase({ folder: at, url: nobody, directUrl: url }, { isImpatient: true })
    await expect(impatient.read.selectFrom('task').selectAll().execute()).rejects.toThrow()
    await impatient.close()
    await serving([], { ...there('direct'), DATABASE_URL_DIRECT: url })
  })
})
