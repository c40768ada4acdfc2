import { basePath } from '@koedana/contract/base-path.ts'
import { createClient } from '@koedana/contract/kit/client.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { type Authenticator, createAuthenticator } from './testing/authenticator.ts'
import { add, rejectionOf, signInBy } from './testing/ceremonies.ts'

const refused = { status: 422, body: expect.objectContaining({ code: 'passkeyRefused' }) }

eachEngine((engine) => {
  let w: World
  let phone: Authenticator
  beforeEach(async () => {
    w = await startTestServer(engine)
    phone = createAuthenticator()
    await add((await w.signIn()).call, phone)
  })
  afterEach(() => w.close())

  /** Logs in at another port of the same name, which both the request and the browser report. */
  const signInAt = async (host: string, key: Authenticator) => {
    const call = createClient({
      baseUrl: basePath,
      language: () => 'en-US',
      fetch: async (url, { body, headers, method }) => {
        const response = await w.app.inject({
          method: method === 'POST' ? 'POST' : 'GET',
          url,
          headers: { ...Object.fromEntries(new Headers(headers)), host },
          ...(typeof body === 'string' ? { payload: body } : {}),
        })
        return new Response(response.body, { status: response.statusCode })
      },
    })
    return rejectionOf(signInBy(call, key, { origin: `http://${host}` }))
  }

  test('without PUBLIC_URL a passkey is good at the origin that it was made at, whatever the request says', async () => {
    expect(await signInAt('localhost:9999', phone)).toEqual(refused)
    expect(await signInAt('localhost', phone)).toBe('nothing was refused')
  })

  test('an older passkey belongs to the origin of its next use', async () => {
    await w.deps.write.updateTable('passkey').set({ origin: null }).execute()
    expect(await signInAt('localhost:9999', phone)).toBe('nothing was refused')
    expect(await signInAt('localhost', phone)).toEqual(refused)
    expect(await signInAt('localhost:9999', phone)).toBe('nothing was refused')
  })
})
