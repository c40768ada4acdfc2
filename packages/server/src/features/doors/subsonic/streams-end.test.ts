// @module-tag large
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBytes } from '../../../http/context.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { pollOptions } from '../../../testing/poll-options.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import type { SignedInPerson } from '../../../testing/test-server.ts'
import { type Streaming, streaming } from '../../library/testing/streaming.ts'
import { createDoorAccess } from '../door-access.ts'
import { subsonicDoor } from './subsonic.door.ts'

interface Entered {
  readonly owner: SignedInPerson
  readonly admin: SignedInPerson
  readonly id: string
}

const visitorOf = {
  headers: {},
  locale: 'ja-JP',
  origin: '',
  address: '',
  peer: '',
  subPath: '',
  httpVersion: '1.1',
} as const

eachEngine((engine) => {
  let here: Streaming
  beforeEach(async () => {
    here = await streaming(engine, { hasDoors: true })
  })
  afterEach(() => here.close())

  test('a stream ends with the door and with the app password, in its midst', async () => {
    const { signIn, deps } = here.world
    const admin = await signIn({ role: roleOf.admin })
    const open = (subsonic: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { subsonic } } })
    await open(true)
    const owner = await signIn({ username: 'listener' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['subsonic'] } })
    const { id } = await deps.db.selectFrom('track').select('id').executeTakeFirstOrThrow()
    const url = `/rest/stream?apiKey=${made.password}&id=tr-${id}`
    expect(await here.endsEarly(url, () => open(false))).toBe(true)
    await open(true)
    const revoke = () => owner.call(api.revokeAppPassword, { params: { id: made.id } })
    expect(await here.endsEarly(url, revoke)).toBe(true)
  })

  test.each([
    [
      'revokes the password',
      ({ owner, id }: Entered) => owner.call(api.revokeAppPassword, { params: { id } }),
    ],
    [
      'may see less',
      ({ admin, owner }: Entered) =>
        admin.call(api.updateUser, { params: { id: owner.user.id }, body: { ageRestriction: 'all' } }),
    ],
    [
      'finds the door closed',
      ({ admin }: Entered) => admin.call(api.updateSiteSettings, { body: { doors: { subsonic: false } } }),
    ],
  ])('a long list ends in its midst for whoever %s', async (_, act) => {
    const { signIn, make, deps } = here.world
    const admin = await signIn({ role: roleOf.admin })
    await admin.call(api.updateSiteSettings, { body: { doors: { subsonic: true } } })
    const owner = await signIn({ username: 'listener', ageRestriction: 'r18' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['subsonic'] } })
    const ids = Array.from({ length: 300 }, (_unused, at) => `RJ0200${String(at).padStart(4, '0')}`)
    await make(ids.map((id) => ({ id, name: `rain ${id}`, ageCategory: 'r18' })))
    await putInLibrary(deps.write, ids)
    await deps.catalogue.caughtUp()
    const access = createDoorAccess(deps)
    const door = subsonicDoor({ ...deps, access })
    const search = door.routes.find(({ path }) => path === '/search3')
    const person = await access.admit(
      { name: 'subsonic', takesAccountPassword: false },
      { kind: 'secret', secret: made.password },
      { address: '192.0.2.7', userAgent: 'Symfonium' },
    )
    const query = { query: '""', songCount: '500', albumCount: '0', artistCount: '0', f: 'json' }
    const begin = async () => {
      const request = { origin: '', params: {}, query, listOf: () => [], body: undefined }
      const bytes = await search?.handle(request, { method: 'GET', person, ...visitorOf })
      if (!isBytes(bytes) || !(bytes.body instanceof Readable)) throw new Error('no long answer')
      return bytes.body.on('error', () => {})
    }
    const [first, second] = [await begin(), await begin()]
    expect(await text(second)).toContain('file-102000299')
    await new Promise((resolve) => first.once('readable', resolve))
    await act({ owner, admin, id: made.id })
    await expect.poll(() => first.errored?.message, pollOptions).toContain('may not go on')
  })
})
