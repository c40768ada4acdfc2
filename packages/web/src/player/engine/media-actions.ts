import type { MediaActions } from './page-ports.ts'
import type { Player } from './player.ts'
import type { Playable } from './player-ports.ts'

/** Returns the actions for media keys, headset buttons and system controls. */
export const mediaActionsOf = <Item extends Playable>(player: Player<Item>): MediaActions => ({
  play: () => player.play(),
  pause: () => player.pause(),
  next: () => player.nextTrack(),
  previous: () => player.previousTrack(),
  skip: (seconds) => player.skip(seconds),
  seek: (time) => player.seekTo(time),
})
