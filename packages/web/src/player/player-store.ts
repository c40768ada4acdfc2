/** What plays, and every act upon it. Sound and queue are in `engine`; components read from here. */
import { create } from 'zustand'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { coverImages } from './cover-images.ts'
import { describeMedia, offerMediaActions, placeMedia } from './engine/media-session.ts'
import {
  currentOf,
  emptyQueue,
  jumped,
  type Queue,
  queueFrom,
  stepped,
  withoutAt,
} from './engine/queue.rules.ts'
import { createSound, type Sound } from './engine/sound.ts'
import type { PlayerItem } from './player-item.ts'
import { notePresence } from './presence.ts'
import { recallQueue, recallSpeed, rememberQueue, rememberSpeed } from './remembered.ts'
import { renewLinks } from './renew-links.ts'

export interface PlayerState {
  readonly queue: Queue<PlayerItem>
  readonly playing: boolean
  /** Seconds. */
  readonly time: number
  /** Seconds; 0 until known. */
  readonly duration: number
  readonly speed: number
}

export const usePlayer = create<PlayerState>(() => {
  const { queue, time } = recallQueue()
  const item = currentOf(queue)
  return {
    queue,
    time,
    playing: false,
    duration: item?.track.duration ?? 0,
    speed: item ? recallSpeed(item.workId) : 1,
  }
})

usePlayer.subscribe(({ queue }) => notePresence(queue.items.length > 0))

export function playTracks(items: readonly PlayerItem[], index: number): void {
  start(queueFrom(items, index))
}

export function jumpTo(index: number): void {
  start(jumped(usePlayer.getState().queue, index))
}

export function removeAt(index: number): void {
  const { queue, playing } = usePlayer.getState()
  const after = withoutAt(queue, index)
  if (after.items.length === 0) clearQueue()
  else if (index === queue.index) load(after, { at: 0, play: playing })
  else usePlayer.setState({ queue: after })
  remember()
}

export function clearQueue(): void {
  sound().unload()
  usePlayer.setState({ queue: emptyQueue, playing: false, time: 0, duration: 0 })
  remember()
}

function play(): void {
  const { queue, time } = usePlayer.getState()
  if (loadedTrack !== currentOf(queue)?.track.id) load(queue, { at: time, play: true })
  else sound().play()
}

const pause = (): void => sound().pause()

export function togglePlay(): void {
  if (usePlayer.getState().playing) pause()
  else play()
}

export function seekTo(time: number): void {
  const { queue, duration, playing } = usePlayer.getState()
  const at = Math.max(0, Math.min(time, duration || time))
  usePlayer.setState({ time: at })
  if (loadedTrack === currentOf(queue)?.track.id) sound().seek(at)
  else load(queue, { at, play: playing })
}

export const skip = (seconds: number): void => seekTo(usePlayer.getState().time + seconds)

export function nextTrack(): void {
  const next = stepped(usePlayer.getState().queue, 1)
  if (next) start(next)
}

/** Early in a track the one before it, later its own beginning: as every player does. */
export function previousTrack(): void {
  const { queue, time } = usePlayer.getState()
  const previous = time > 3 ? undefined : stepped(queue, -1)
  if (previous) start(previous)
  else seekTo(0)
}

export function changeSpeed(speed: number): void {
  const item = currentOf(usePlayer.getState().queue)
  usePlayer.setState({ speed })
  sound().setSpeed(speed)
  if (item) rememberSpeed(item.workId, speed)
}

const start = (queue: Queue<PlayerItem>) => load(queue, { at: 0, play: true })

let loadedTrack: string | undefined
/** The track whose link was already asked for anew: a second failure is the file's own. */
let renewedTrack: string | undefined

function load(queue: Queue<PlayerItem>, { at, play }: { at: number; play: boolean }): void {
  const item = currentOf(queue)
  if (!item) return
  const speed = recallSpeed(item.workId)
  usePlayer.setState({ queue, time: at, duration: item.track.duration ?? 0, speed })
  loadedTrack = item.track.id
  sound().setSpeed(speed)
  sound().load(item.track.url, at)
  if (play) sound().play()
  describeMedia({
    title: item.track.title,
    artist: item.artist,
    album: item.title,
    artwork: coverImages(item.workId, item.cover),
  })
  remember()
}

let made: Sound | undefined

function sound(): Sound {
  made ??= makeSound()
  return made
}

function makeSound(): Sound {
  offerMediaActions({
    play,
    pause,
    next: nextTrack,
    previous: previousTrack,
    skip,
    seek: seekTo,
  })
  addEventListener('pagehide', remember)
  return createSound(new Audio(), {
    onTime: (time, duration) => {
      const before = usePlayer.getState()
      usePlayer.setState({ time, duration: duration || before.duration })
      placeMedia(time, duration, before.speed)
      // It sounds: should its link end once more, it may be renewed once more.
      if (time > before.time && before.playing) renewedTrack = undefined
      if (Math.floor(time / rememberEverySeconds) !== Math.floor(before.time / rememberEverySeconds))
        remember()
    },
    onPlaying: (playing) => {
      usePlayer.setState({ playing })
      remember()
    },
    onEnded: nextTrack,
    onFailed: () => void recover(),
  })
}

const rememberEverySeconds = 5

function remember(): void {
  const { queue, time } = usePlayer.getState()
  rememberQueue(queue, time)
}

/**
 * Links are short-lived: ask for a new one and go on where it stopped. A track that fails all the same is skipped;
 * without an answer nothing is, since the next one would fail too.
 */
async function recover(): Promise<void> {
  const { queue, time, playing } = usePlayer.getState()
  const item = currentOf(queue)
  if (!item) return
  if (renewedTrack === item.track.id) {
    notify(translate('player.failed', { track: item.track.title }), 'negative')
    if (stepped(queue, 1)) nextTrack()
    else stop()
    return
  }
  renewedTrack = item.track.id
  const renewed = await renewLinks(queue, item.workId)
  if (currentOf(usePlayer.getState().queue)?.track.id !== item.track.id) return
  if (renewed) load(renewed, { at: time, play: playing })
  else stop()
}

/** So that the next press of play begins with a new link. */
function stop(): void {
  loadedTrack = undefined
  renewedTrack = undefined
  pause()
  usePlayer.setState({ playing: false })
}
