/**
 * The door for apps of podcasts, below `/feeds/<secret>`: they know addresses and nothing else, so that an app password of
 * theirs stands in the address, where it is written to no log (ADR 0056).
 */

import type { Context } from '../../../http/context.ts'
import type { Door, DoorRequest } from '../../../http/door.ts'
import type { Entrance } from '../door-access.ts'
import { type DoorMediaSources, sendDoorCover, sendDoorFile } from '../door-media.ts'
import { sendChapters, sendFeed, sendFollowing, sendList, sendTranscript } from './feeds.ts'

const entrance: Entrance = { name: 'feed', takesAccountPassword: false }

export const feedDoor = (sources: DoorMediaSources): Door => ({
  base: '/feeds',
  isOpen: () => sources.access.isOpen(entrance.name),
  authenticate: ({ params: { secret = '' }, caller }) =>
    sources.access.admit(entrance, { kind: 'secret', secret }, caller),
  refuse: ({ code, status, sentence }) => ({
    status: code === 'wrongCredentials' ? 401 : status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: Buffer.from(sentence),
  }),
  routes: [
    read('/:secret/feeds.opml', (request, context) => sendList(sources, request, context)),
    read('/:secret/following.xml', (request, context) => sendFollowing(sources, request, context)),
    read('/:secret/transcript/:name', (request, context) => sendTranscript(sources, request, context)),
    read('/:secret/chapters/:work/:name', (request, context) => sendChapters(sources, request, context)),
    media('/:secret/cover/:work', ({ params: { work = '' } }, context) =>
      sendDoorCover(sources, { workId: work, size: 960 }, context),
    ),
    media('/:secret/sound/:work/:name', ({ params: { work = '', name = '' } }, context) =>
      sendDoorFile(sources, { workId: work, fileId: name.replace(/\.[^.]*$/, '') }, context),
    ),
    read('/:secret/:kind/:name', (request, context) => sendFeed(sources, request, context)),
  ],
})

type Handle = (request: DoorRequest, context: Context) => unknown

const read = (path: string, handle: Handle) =>
  ({ method: 'GET', access: 'user', rate: 'read', path, handle }) as const
const media = (path: string, handle: Handle) =>
  ({ method: 'GET', access: 'user', rate: 'media', path, handle }) as const
