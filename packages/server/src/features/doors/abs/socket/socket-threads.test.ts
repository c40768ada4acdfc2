/** Tests that several threads act as one Socket.IO server: polling requests of one session may reach any of them. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onWriterThread } from '../../../../testing/engines.ts'
import { startThreadedServer, type ThreadedWorld } from '../../../../testing/threads.ts'

onWriterThread((engine) => {
  let all: ThreadedWorld
  beforeEach(async () => {
    all = await startThreadedServer(engine, 2, { given: { hasDoors: true } })
  })
  afterEach(() => all.close())

  test('a session that another thread opened goes on at this one, and by WebSocket at any', async () => {
    const admin = await all.first.signIn({ role: roleOf.admin })
    await admin.call(api.updateSiteSettings, { body: { doors: { abs: true } } })
    const owner = await all.first.signIn({ username: 'listener' })
    const { password } = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['abs'] } })
    const [first, second] = all.threads
    const login = { username: 'listener', password }
    const signedIn = await all.first.app.inject({ method: 'POST', url: '/abs/login', payload: login })
    const origins = []
    for (const one of [first, second]) {
      const origin = await one?.app.listen({ port: 0, host: '127.0.0.1' })
      if (origin) origins.push(origin)
    }
    const [atFirst = '', atSecond = ''] = origins
    const path = '/socket.io/?EIO=4&transport=polling'
    const opened = await (await fetch(atSecond + path)).text()
    const { sid, upgrades } = JSON.parse(opened.slice(1))
    expect(upgrades).toEqual([])
    const post = (origin: string, body: string) =>
      fetch(`${origin}${path}&sid=${sid}`, { method: 'POST', body })
    expect((await post(atSecond, '40')).status).toBe(200)
    expect(await (await fetch(`${atFirst}${path}&sid=${sid}`)).text()).toMatch(/^40\{"sid"/)
    const auth = `42${JSON.stringify(['auth', signedIn.json().user.accessToken])}`
    expect((await post(atFirst, auth)).status).toBe(200)
    expect(await (await fetch(`${atSecond}${path}&sid=${sid}`)).text()).toContain('"username":"listener"')
    expect((await post(atSecond, 'x'.repeat(5_000))).status).toBe(413)
    const socket = io(atSecond, { transports: ['websocket'], forceNew: true, reconnection: false })
    const names: string[] = []
    socket.onAny((name: string) => names.push(name))
    socket.emit('auth', signedIn.json().user.accessToken)
    await expect.poll(() => names).toEqual(['init'])
    socket.disconnect()
  })
})
