import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { startTestServer, type World } from './testing/test-server.ts'

eachEngine((engine) => {
  let here: World
  beforeAll(async () => {
    here = await startTestServer(engine)
  })
  afterAll(() => here.close())

  test('every response carries the security headers and no stack', async () => {
    for (const url of ['/api/v3/works', '/api/v3/nothing/at/all', '/api/v3/works?minPrice=x']) {
      const { headers, body } = await here.app.inject({ url })
      expect(headers['content-security-policy']).toContain("object-src 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(body).not.toMatch(/ at |node_modules|\.ts/)
    }
  })

  test.each(['%00', '%2e%2e%2f', '\\..\\', '/'.repeat(50), '?'.repeat(9_000), `?q=${'あ'.repeat(3_000)}`])(
    'a hostile address %# is answered below 500',
    async (tail) => {
      for (const start of ['/api/v3/works', '/api/v3/media/', '/api/v3/covers/', '/']) {
        expect((await here.app.inject({ url: start + tail })).statusCode).toBeLessThan(500)
      }
    },
  )

  test('nothing changes by GET, and what is not offered is not done', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect((await here.app.inject({ method, url: '/api/v3/home' })).statusCode).toBe(405)
    }
  })
})
