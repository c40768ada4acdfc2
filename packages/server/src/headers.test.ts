import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { route } from './http/serve.ts'
import { createLog } from './lib/log.ts'
import { eachEngine } from './testing/engines.ts'
import { methodsOf, mounted, password, requestOf } from './testing/requests.ts'
import { type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'

const secretPassword = `${password} of nobody else`
const signature = 'signature-that-opens-a-file'

eachEngine((engine) => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => lines.push(line) })
  let w: World
  let web: string
  let admin: SignedInPerson
  beforeAll(async () => {
    web = await mkdtemp(join(tmpdir(), 'koedana-web-'))
    await writeFile(join(web, 'index.html'), '<!doctype html><title>Koedana</title>')
    w = await startTestServer(engine, { hasDoors: true, log, webFolder: web })
    admin = await w.signIn({ username: 'warden', password: secretPassword, role: roleOf.admin })
  })
  afterAll(async () => {
    await w.close()
    await rm(web, { recursive: true, force: true })
  })

  const objects = { userId: 'none', keyId: 'none', sessionId: 'none', announcementId: 'none' }
  /** Returns responses of all routes, with and without rights, of a page, of missing paths and of unsupported methods. */
  const everywhere = async (headers: Record<string, string>) => {
    const responses = []
    for (const walked of mounted) {
      for (const method of methodsOf(walked[1])) {
        responses.push(await w.app.inject({ ...requestOf(walked, objects), method, headers }))
      }
    }
    for (const url of [
      '/',
      '/works',
      '/nothing.js',
      '/api/v3/nothing',
      '/api/v9',
      `${basePath}/works?page=x`,
    ]) {
      responses.push(await w.app.inject({ url, headers }))
    }
    responses.push(await w.app.inject({ url: `${basePath}/auth/login`, method: 'POST', payload: '{' }))
    return responses
  }

  test('every response carries the policy: nothing inline or evaluated, nothing framed, nothing sniffed', async () => {
    for (const { headers } of await everywhere({})) {
      const policy = String(headers['content-security-policy'])
      const parts = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]))
      expect(policy).not.toContain('unsafe-eval')
      expect(parts.get('script-src') ?? parts.get('default-src')).toBe("default-src 'self'")
      expect(parts.get('media-src')).toBe("media-src 'self' https: blob:")
      expect(parts.get('object-src')).toBe("object-src 'none'")
      expect(parts.get('base-uri')).toBe("base-uri 'none'")
      expect(parts.get('frame-ancestors')).toBe("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBeDefined()
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['permissions-policy']).toContain('microphone=()')
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  test('only where browsers come by https are they told to come no other way', async () => {
    const { authenticate } = w.deps.sessions
    const app = await buildApp({ routes: [], authenticate, log, trustedProxies: [], isHttps: true })
    const response = await app.inject({ url: '/anything' })
    await app.close()
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}$/)
  })

  test('a page is a page, and what is not there says so', async () => {
    const page = await w.app.inject({ url: '/' })
    expect(page.headers['content-type']).toContain('text/html')
    const missing = await w.app.inject({ url: '/api/v3/nothing' })
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'notFound'])
  })

  test('no other origin is let in, whichever calls and however', async () => {
    for (const origin of ['https://elsewhere.example', 'null', 'http://localhost:3000']) {
      const responses = await everywhere({ origin })
      for (const url of [`${basePath}/works`, `${basePath}/auth/login`, '/']) {
        const requested = { origin, 'access-control-request-method': 'POST' }
        responses.push(await w.app.inject({ method: 'OPTIONS', url, headers: requested }))
      }
      for (const { headers } of responses) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  })

  test('an error says nothing of how the server is made', async () => {
    const broken = '/api/v3/works/%E0%A4%A'
    const responses = [...(await everywhere({})), await w.app.inject({ url: broken })]
    for (const { statusCode, body } of responses.filter((response) => response.statusCode >= 400)) {
      expect(body, String(statusCode)).not.toMatch(
        /\bat \w|node_modules|\.ts\b|select |insert |sqlite|postgres|kysely|\/tmp|\/home/i,
      )
      expect(statusCode).toBeLessThan(500)
    }
  })

  test('a fault of ours is reported in one sentence, and its cause in the log alone', async () => {
    const faulty = route(api.getAbout, () => {
      throw new Error('select secret from "user" where /srv/koedana')
    })
    const { authenticate } = w.deps.sessions
    const app = await buildApp({ routes: [faulty], authenticate, log, trustedProxies: [] })
    const response = await app.inject({ url: `${basePath}/about` })
    await app.close()
    expect(response.statusCode).toBe(500)
    expect(Object.keys(response.json())).toEqual(['error', 'code'])
    expect(response.body).not.toContain('select')
    expect(lines.join()).toContain('select secret')
  })

  test('the log of a walk over all routes has no token, password, key or signed link', async () => {
    const { token } = await w.call(api.login, { body: { username: 'warden', password: secretPassword } })
    const { items } = await admin.call(api.createKeys, { body: { count: 1 } })
    const code = items[0]?.code ?? ''
    const register = { username: 'newcomer', password: secretPassword, key: code }
    await w.call(api.register, { body: register })
    await w.app.inject({ url: `${basePath}/media/file/a.mp3?s=${signature}` })
    await w.app.inject({ url: `${basePath}/covers/RJ90000001/240/1?s=${signature}` })
    await w.app.inject({
      url: `${basePath}/auth/login`,
      method: 'POST',
      payload: `{"password":"${secretPassword}"`,
    })
    await everywhere({ authorization: `Bearer ${token}` })
    await everywhere({ authorization: `Bearer ${admin.token}` })
    const logged = lines.join('\n')
    expect(logged).toContain(`${basePath}/media/file/a.mp3`)
    for (const secret of [token, admin.token, secretPassword, password, code, signature]) {
      expect(logged).not.toContain(secret)
    }
  })
})
