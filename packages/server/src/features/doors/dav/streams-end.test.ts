import { Readable } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBytes } from '../../../http/context.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { pollOptions } from '../../../testing/poll-options.ts'
import { type Streaming, streamedWorkId, streaming } from '../../library/testing/streaming.ts'
import { createDoorAccess } from '../door-access.ts'
import { addWorks } from '../testing/door-library.ts'
import { davDoor } from './dav.door.ts'

eachEngine((engine) => {
  let here: Streaming
  beforeEach(async () => {
    here = await streaming(engine, { hasDoors: true })
  })
  afterEach(() => here.close())

  test('a file ends with the door and with the app password, in its midst', async () => {
    const { signIn, deps } = here.world
    const admin = await signIn({ role: roleOf.admin })
    const open = (dav: boolean) => admin.call(api.updateSiteSettings, { body: { doors: { dav } } })
    await open(true)
    const owner = await signIn({ username: 'listener' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'computer', scopes: ['dav'] } })
    const { path } = await deps.db.selectFrom('track').select('path').executeTakeFirstOrThrow()
    const url = `/dav/${streamedWorkId}/${path}`
    const options = { auth: `listener:${made.password}` }
    expect(await here.endsEarly(url, () => open(false), options)).toBe(true)
    await open(true)
    const revoke = () => owner.call(api.revokeAppPassword, { params: { id: made.id } })
    expect(await here.endsEarly(url, revoke, options)).toBe(true)
  })

  test('the list of all works ends too', async () => {
    const { signIn, deps } = here.world
    // A short list is sent whole.
    await addWorks(here.world, streamedWorkId, 300)
    const owner = await signIn({ username: 'listener' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'computer', scopes: ['dav'] } })
    const access = createDoorAccess(deps)
    const { routes } = davDoor({ ...deps, access: { ...access, isOpen: () => true } })
    const list = routes.find(({ method, path }) => method === 'PROPFIND' && path === '')
    const person = await access.admit(
      { name: 'dav', takesAccountPassword: false },
      { kind: 'password', username: 'listener', password: made.password },
      { address: '192.0.2.7', userAgent: 'rclone' },
    )
    const request = { origin: '', params: {}, query: {}, listOf: () => [], body: undefined }
    const of = {
      headers: { depth: '1' },
      locale: 'ja-JP',
      origin: '',
      address: '',
      peer: '',
      subPath: '',
      httpVersion: '1.1',
    } as const
    const begin = async () => {
      const made = await list?.handle(request, { method: 'PROPFIND', person, ...of })
      if (!isBytes(made) || !(made.body instanceof Readable)) throw new Error('no list')
      return made.body.on('error', () => {})
    }
    const [first, second] = [await begin(), await begin()]
    await new Promise((resolve) => first.once('readable', resolve))
    let rest = ''
    for await (const piece of second) rest += piece
    expect(rest).toContain(streamedWorkId)
    await owner.call(api.revokeAppPassword, { params: { id: made.id } })
    await expect.poll(() => first.errored?.message, pollOptions).toContain('may not go on')
  })
})
