import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basicOf, responsesIn } from './features/doors/dav/testing/dav-world.ts'
import { eachSqlite } from './testing/engines.ts'
import { startTestServer, type World } from './testing/test-server.ts'

eachSqlite((engine) => {
  let w: World
  let webFolder = ''
  beforeAll(async () => {
    webFolder = await mkdtemp(join(tmpdir(), 'koedana-below-'))
    await writeFile(
      join(webFolder, 'index.html'),
      '<!doctype html><html lang="zh-CN"><head><script src="/boot.js"></script></head></html>',
    )
    w = await startTestServer(engine, {
      publicUrl: 'https://house.example/koedana',
      hasDoors: true,
      webFolder,
    })
    await w.make([{ id: 'RJ01000001', name: 'Rain', ageCategory: 'all' }])
  })
  afterAll(async () => {
    await w.close()
    await rm(webFolder, { recursive: true })
  })

  test.each(['/koedana', ''])('routes are at %j: a proxy keeps the path or takes it off', async (path) => {
    const statusOf = async (url: string) => (await w.app.inject({ url: path + url })).statusCode
    expect(await statusOf(`${basePath}/health/live`)).toBe(200)
    expect(await statusOf(`${basePath}/works/RJ01000001`)).toBe(200)
    expect(await statusOf(`${basePath}/nothing`)).toBe(404)
    expect(await statusOf('/assets/old.js')).toBe(404)
  })

  test('pages name their files below the path, and tell the client of it', async () => {
    for (const url of ['/koedana/', '/koedana/works', '/koedana', '/works']) {
      const { payload, headers } = await w.app.inject({ url })
      expect(payload).toContain('<html data-path="/koedana" lang="zh-CN">')
      expect(payload).toContain('<script src="/koedana/boot.js">')
      expect(headers['cache-control']).toBe('no-cache')
      const again = await w.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect(again.statusCode).toBe(304)
    }
  })

  test('a mounted folder lists what can be opened', async () => {
    const admin = await w.signIn({ role: roleOf.admin })
    await admin.call(api.updateSiteSettings, { body: { doors: { dav: true } } })
    const { password } = await admin.call(api.createAppPassword, {
      body: { name: 'computer', scopes: ['dav'] },
    })
    const { payload } = await w.app.inject({
      method: 'PROPFIND',
      url: '/koedana/dav',
      headers: { depth: '0', authorization: basicOf(admin.user.username, password) },
    })
    expect(responsesIn(payload).map(({ href }) => href)).toEqual(['/koedana/dav/'])
  })

  test('a sign-in by a provider keeps its cookie to the path, and ends on a page below it', async () => {
    const { headers } = await w.app.inject({ url: `/koedana${basePath}/auth/oidc/start` })
    expect(headers.location).toBe('/koedana/auth/provider')
    expect(headers['set-cookie']).toContain(`; Path=/koedana${basePath}/; `)
  })
})
