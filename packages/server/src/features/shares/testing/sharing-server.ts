/** A test server on which members may share with playback, and visitors cannot play anything otherwise. */
import { api } from '@koedana/contract/api.ts'
import type { ShareTarget } from '@koedana/contract/shares.ts'
import type { Sharing } from '@koedana/contract/site-settings.ts'
import { roleOf } from '@koedana/contract/values.ts'
import type { Engine } from '../../../testing/engines.ts'
import type { SignedInPerson, World } from '../../../testing/test-server.ts'
import { streamedWorkId as id, type Streaming, streaming } from '../../library/testing/streaming.ts'

export const otherId = 'RJ90000002'
export const adultId = 'RJ90000003'
export const calm = { id: 'g1', name: 'calm' }
export const theWork: ShareTarget = { kind: 'work', workId: id }
/** The response for expired, hidden and unknown shares. */
export const notFoundResponse = { status: 404, body: { code: 'notFound' } }

export interface SharingServer {
  readonly here: Streaming
  readonly w: World
  readonly owner: SignedInPerson
  readonly admin: SignedInPerson
  readonly allow: (sharing: Sharing) => Promise<unknown>
  /** Advances the clock. */
  readonly later: (hours: number) => void
}

export async function createSharingServer(engine: Engine): Promise<SharingServer> {
  let clock = new Date()
  const here = await streaming(engine, { now: () => clock })
  const w = here.world
  await w.make([
    { id, genres: [calm] },
    { id: otherId, name: 'snow', ageCategory: 'all' },
  ])
  const owner = await w.signIn({ ageRestriction: 'r18' })
  const admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
  const allow = (sharing: Sharing) => admin.call(api.updateSiteSettings, { body: { sharing } })
  await admin.call(api.updateSiteSettings, { body: { sharing: 'listen', visitorsMayListen: false } })
  const later = (hours: number) => {
    clock = new Date(clock.getTime() + hours * 3_600_000)
  }
  return { here, w, owner, admin, allow, later }
}

/** Returns the actions of people who share, and of people who open a link. */
export const actsOf = ({ w, owner }: SharingServer) => {
  const share = (
    target: ShareTarget,
    { call }: Pick<SignedInPerson, 'call'> = owner,
    given: { days?: number; listening?: boolean } = {},
  ) => call(api.createShare, { body: { target, days: 7, listening: true, ...given } })
  const open = (token: string) => w.call(api.openShared, { body: { token } })
  const read = (pass: string, workId = id) =>
    w.call(api.getSharedWork, { params: { id: workId }, body: { pass } })
  return {
    share,
    open,
    read,
    passOf: async (target: ShareTarget) => (await open((await share(target)).token)).pass,
    worksOf: async (pass: string) =>
      (await w.call(api.listSharedWorks, { body: { pass } })).items.map((work) => work.id),
    linkOf: async (pass: string) => (await read(pass)).tracks[0]?.url ?? '',
  }
}
