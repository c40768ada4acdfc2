/** Tests who can use this API, and its responses in both formats. */
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { queryOf, type SubsonicWorld, subsonicWorld, tokenOf } from './testing/subsonic-world.ts'

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await subsonicWorld(engine)
  })
  afterEach(() => here.close())

  test('a token, a password, one in hexadecimal and a key are the same person, by address and as a form', async () => {
    const { secret } = await here.enter()
    const u = 'listener'
    const ways = [
      { u, t: tokenOf(secret, 'x'), s: 'x' },
      { u, p: secret },
      { u, p: `enc:${Buffer.from(secret).toString('hex')}` },
      { apiKey: secret },
    ]
    for (const way of ways) {
      expect(await here.ask('tokenInfo.view', way)).toMatchObject({ tokenInfo: { username: u } })
      const body = queryOf({ ...way, f: 'json' })
      const form = await fetch(`${here.origin}/rest/tokenInfo`, { method: 'POST', body })
      expect(await form.json()).toMatchObject({ 'subsonic-response': { tokenInfo: { username: u } } })
    }
    expect(
      await here.w.deps.db.selectFrom('session').select('id').where('door', '=', 'subsonic').execute(),
    ).toHaveLength(2)
  })

  test('what is wrong has its number, in both forms', async () => {
    const { as, owner, id } = await here.enter({ password: 'lantern moss 7' })
    const codeOf = async (parameters: Record<string, string>) =>
      (await here.ask('ping', parameters)).error?.code
    expect(await codeOf({})).toBe(10)
    expect(await codeOf({ u: 'listener' })).toBe(10)
    expect(await codeOf({ ...as, t: 'wrong' })).toBe(40)
    expect(await codeOf({ u: 'listener', p: 'lantern moss 7' })).toBe(40)
    expect(await codeOf({ ...as, apiKey: 'x' })).toBe(43)
    expect(await codeOf({ apiKey: 'wrong' })).toBe(44)
    const xml = await here.fetchRaw('ping', { ...as, t: 'wrong' })
    expect([xml.status, xml.headers.get('content-type'), await xml.text()]).toEqual([
      200,
      'text/xml; charset=utf-8',
      expect.stringMatching(/status="failed".*<error code="40" message="[^"]+"\/><\/subsonic-response>$/s),
    ])
    const script = await here.fetchRaw('ping', { ...as, f: 'jsonp', callback: 'alert' })
    expect(await script.text()).toMatch(/^\{"subsonic-response":\{"status":"failed"/)
    expect(await codeOf(as)).toBeUndefined()
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect(await codeOf(as)).toBe(40)
  })

  test('a disabled account is kept out at once', async () => {
    const { as, owner } = await here.enter()
    expect((await here.ask('ping', as)).status).toBe('ok')
    await here.admin.call(api.updateUser, { params: { id: owner.user.id }, body: { status: 'disabled' } })
    expect((await here.ask('ping', as)).error?.code).toBe(50)
  })

  test('a closed door is not there, and its extensions need nobody', async () => {
    const { as } = await here.enter()
    const said = await here.ask('getOpenSubsonicExtensions', {})
    expect(said.openSubsonicExtensions).toContainEqual({ name: 'formPost', versions: [1] })
    expect((await here.ask('nowhere', as)).error?.code).toBe(70)
    await here.openDoor(false)
    for (const name of ['ping', 'getOpenSubsonicExtensions', 'nowhere'])
      expect((await here.fetchRaw(name, as)).status, name).toBe(404)
  })

  test('what guesses is stopped', async () => {
    const { as } = await here.enter()
    const codes: unknown[] = []
    while (codes.length < 60 && !codes.includes(0))
      codes.push((await here.ask('ping', { ...as, t: `wrong ${codes.length}` })).error?.code)
    expect(codes.slice(0, 3)).toEqual([40, 40, 40])
    expect(codes).toContain(0)
  })
})
