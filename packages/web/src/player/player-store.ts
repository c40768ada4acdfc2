/** The player as components read it: the state machine of `engine/player.ts`, with the browser at its ports. */
import { create } from 'zustand'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { coverImages } from './cover-images.ts'
import { describeMedia, offerMediaActions, placeMedia } from './engine/media-session.ts'
import { Player, type PlayerState } from './engine/player.ts'
import { createSound } from './engine/sound.ts'
import type { PlayerItem } from './player-item.ts'
import { notePresence } from './presence.ts'
import { recallQueue, recallSpeed, rememberQueue, rememberSpeed } from './remembered.ts'
import { renewLinks } from './renew-links.ts'

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
  tellFailed: ({ track }) => notify(translate('player.failed', { track: track.title }), 'negative'),
  publish: (state) => usePlayer.setState(state),
})

export const usePlayer = create<PlayerState<PlayerItem>>(() => player.state)

usePlayer.subscribe(({ queue }) => notePresence(queue.items.length > 0))

export const playTracks = (items: readonly PlayerItem[], index: number): void =>
  player.playTracks(items, index)
export const jumpTo = (index: number): void => player.jumpTo(index)
export const removeAt = (index: number): void => player.removeAt(index)
export const clearQueue = (): void => player.clearQueue()
export const togglePlay = (): void => player.togglePlay()
export const seekTo = (time: number): void => player.seekTo(time)
export const skip = (seconds: number): void => player.skip(seconds)
export const nextTrack = (): void => player.nextTrack()
export const previousTrack = (): void => player.previousTrack()
export const changeSpeed = (speed: number): void => player.changeSpeed(speed)
