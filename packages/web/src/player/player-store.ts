/**
 * The player as components read it: the state machine of `engine/player.ts`, with the browser at its ports. Links to
 * files are short-lived: they are renewed under the same queue.
 */

import { coverSizes } from '@koedana/contract/values.ts'
import { Cover, HeardTrack, listWorkFiles } from '@koedana/contract/works.ts'
import * as v from 'valibot'
import { create } from 'zustand'
import { call } from '../domain/api.ts'
import { coverUrl } from '../domain/cover-url.ts'
import { listenFirst } from '../domain/login-first.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { recallJson, rememberJson } from './device-memory.ts'
import { createSound, describeMedia, offerMediaActions, placeMedia } from './engine/page-ports.ts'
import { type Beginning, Player, type PlayerState } from './engine/player.ts'
import { emptyQueue, type Queue, queueFrom } from './engine/queue.rules.ts'
import { notePresence, queueName } from './presence.ts'
import { progressReports } from './progress-sender.ts'

/**
 * A work's cover as the system's own controls want it: every size, so that they choose. A veiled one is none.
 */
export function coverImages(workId: string, cover: Cover | null): MediaImage[] {
  const signature = cover?.signature
  if (!cover || !signature) return []
  return coverSizes.map((width) => ({
    src: coverUrl(workId, { ...cover, signature }, width),
    sizes: `${width}x${(width * 3) / 4}`,
    type: 'image/webp',
  }))
}

export const PlayerItem = v.object({
  workId: v.string(),
  /** The title of the work. */
  title: v.string(),
  artist: v.string(),
  cover: v.nullable(Cover),
  track: v.object({ ...HeardTrack.entries, url: v.string() }),
})
export type PlayerItem = v.InferOutput<typeof PlayerItem>

/**
 * Finds the tracks of one work; undefined if the server does not respond, or its listener may not listen any more:
 * that is shown.
 */
async function renewLinks(
  { items, index }: Queue<PlayerItem>,
  workId: string,
): Promise<Queue<PlayerItem> | undefined> {
  const response = await call(listWorkFiles, { params: { id: workId } }).catch(() => undefined)
  if (!response) return undefined
  if (response.tracks.some(({ url }) => url === null)) {
    void listenFirst(workId)
    return undefined
  }
  const fresh = new Map(response.tracks.map(({ id, url }) => [id, url]))
  const renewed = (item: PlayerItem): PlayerItem => {
    const url = fresh.get(item.track.id) ?? item.track.url
    return { ...item, track: { ...item.track, url } }
  }
  return { items: items.map(renewed), index }
}

/** What the player remembers on this device: the queue and its place, and the speed of each work. */
const Remembered = v.object({ items: v.array(PlayerItem), index: v.number(), time: v.number() })
const Speeds = v.record(v.string(), v.number())

const speedsName = 'player.speeds'
/** The latest; older works start at their own pace again. */
const keptSpeeds = 200

function recallQueue(): { queue: Queue<PlayerItem>; time: number } {
  const stored = v.safeParse(Remembered, recallJson(queueName))
  if (!stored.success) return { queue: emptyQueue, time: 0 }
  const { items, index, time } = stored.output
  return { queue: queueFrom(items, index), time }
}

function rememberQueue({ items, index }: Queue<PlayerItem>, time: number): void {
  rememberJson(queueName, { items, index, time })
}

function recallSpeed(workId: string): number {
  return speeds()[workId] ?? 1
}

function rememberSpeed(workId: string, speed: number): void {
  const { [workId]: _, ...others } = speeds()
  rememberJson(
    speedsName,
    Object.fromEntries([...Object.entries(others), [workId, speed]].slice(-keptSpeeds)),
  )
}

function speeds(): Readonly<Record<string, number>> {
  const stored = v.safeParse(Speeds, recallJson(speedsName))
  return stored.success ? stored.output : {}
}

const player = new Player<PlayerItem>({
  makeSound: (events) => {
    addEventListener('pagehide', () => player.remember())
    return createSound(new Audio(), events)
  },
  renewLinks,
  media: {
    offer: offerMediaActions,
    describe: ({ workId, title, artist, cover, track }) =>
      describeMedia({ title: track.title, artist, album: title, artwork: coverImages(workId, cover) }),
    place: placeMedia,
  },
  memory: { recallQueue, rememberQueue, recallSpeed, rememberSpeed },
  progress: progressReports,
  reportFailed: ({ track }) => notify(translate('player.failed', { track: track.title }), 'negative'),
  publish: (state) => usePlayer.setState(state),
})

export const usePlayer = create<PlayerState<PlayerItem>>(() => player.state)

usePlayer.subscribe(({ queue }) => notePresence(queue.items.length > 0))

/** `from`: where the track begins; at its beginning without it. */
export const playTracks = (items: readonly PlayerItem[], index: number, from?: Beginning): void =>
  player.playTracks(items, index, from)

/** A play of this work knows then what the server knew. */
export const noteRevision = (workId: string, revision: number): void =>
  progressReports.noteRevision(workId, revision)

export const jumpTo = (index: number): void => player.jumpTo(index)
export const removeAt = (index: number): void => player.removeAt(index)
export const clearQueue = (): void => player.clearQueue()
export const togglePlay = (): void => player.togglePlay()
export const seekTo = (time: number): void => player.seekTo(time)
export const skip = (seconds: number): void => player.skip(seconds)
export const nextTrack = (): void => player.nextTrack()
export const previousTrack = (): void => player.previousTrack()
export const changeSpeed = (speed: number): void => player.changeSpeed(speed)
