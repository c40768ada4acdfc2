/**
 * Player actions for components. The player itself (`player-runtime.ts`) is loaded with the first track, so pages without audio do not need
 * it.
 */
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import type { Repeat, StartPosition } from './engine/player-ports.ts'
import type { Queue } from './engine/queue.rules.ts'
import type { SleepUntil } from './engine/sleep-timer.ts'
import type { PlayerItem } from './player-item.ts'
import { useHasPlayer } from './player-presence.ts'
import { type PlainActionType, type PlayerAction, usePlayer } from './player-store.ts'

/** Loads the player ahead of its first use. */
export async function preloadPlayer(): Promise<void> {
  perform ??= (await import('./player-runtime.ts')).perform
}

let perform: ((dispatch: PlayerAction) => void) | undefined

/** Performs an action, as soon as the player is loaded; actions keep their order. */
function act(wanted: PlayerAction): void {
  if (perform) perform(wanted)
  else void preloadPlayer().then(() => perform?.(wanted))
}

const createPlainAction = (type: PlainActionType) => () => act({ type })

/** Starts at `from`, or at the beginning of the track. */
export const playTracks = (items: readonly PlayerItem[], index: number, from?: StartPosition): void =>
  act({ type: 'playTracks', items, index, from })

/** Notes the server's revision of a work, on which the next play is based. */
export const noteRevision = (workId: string, revision: number): void =>
  act({ type: 'revision', workId, revision })

export const setQueue = (queue: Queue<PlayerItem>): void => act({ type: 'setQueue', queue })
export const jumpTo = (index: number): void => act({ type: 'jump', index })

/** Removes a track from the queue. The notice offers undo, which also restores the position if it was the current track. */
export function removeAt(index: number): void {
  const { queue, time } = usePlayer.getState()
  const track = queue.items[index]?.track.title
  if (track === undefined) return
  const isCurrent = index === queue.index
  act({ type: 'remove', index })
  notify(translate('queue.removed', { track }), 'info', {
    label: translate('common.undo'),
    run: () => (isCurrent ? restore(queue, time) : reinsert(queue, index)),
  })
}

/** Empties the queue and closes the player. The notice offers undo. */
export function clearQueue(): void {
  const { queue, time } = usePlayer.getState()
  act({ type: 'clear' })
  notify(translate('queue.closed'), 'info', {
    label: translate('common.undo'),
    run: () => restore(queue, time),
  })
}

function restore(queue: Queue<PlayerItem>, time: number): void {
  setQueue(queue)
  seekTo(time)
}

/** Inserts only the removed track, because the queue may have changed since. */
function reinsert({ items }: Queue<PlayerItem>, index: number): void {
  const now = usePlayer.getState().queue
  const item = items[index]
  if (!item) return
  const at = Math.min(index, now.items.length)
  const isBefore = now.items.length > 0 && at <= now.index
  setQueue({ items: now.items.toSpliced(at, 0, item), index: now.index + (isBefore ? 1 : 0) })
}

export const seekTo = (seconds: number): void => act({ type: 'seek', seconds })
export const skip = (seconds: number): void => act({ type: 'skip', seconds })
export const changeSpeed = (speed: number): void => act({ type: 'speed', speed })
export const changeRepeat = (repeat: Repeat): void => act({ type: 'repeat', repeat })
/** Sets the volume from 0 to 1 and unmutes. */
export function changeVolume(volume: number): void {
  act({ type: 'volume', volume: Math.min(1, Math.max(0, volume)), isMuted: false })
}
export function toggleMute(): void {
  const { volume, isMuted } = usePlayer.getState()
  // A volume that was turned down to zero is raised, too.
  act({ type: 'volume', volume: volume || 0.5, isMuted: !isMuted && volume > 0 })
}
export const setSleep = (until: SleepUntil | undefined): void => act({ type: 'sleep', until })
export const extendSleep = (by: 1 | -1): void => act({ type: 'extendSleep', by })
export const togglePlay = createPlainAction('toggle')
export const nextTrack = createPlainAction('next')
export const previousTrack = createPlainAction('previous')
export const nextChapter = createPlainAction('nextChapter')
export const previousChapter = createPlainAction('previousChapter')
export const markLoop = createPlainAction('markLoop')
export const stayAwake = createPlainAction('stayAwake')
export const chooseOutput = createPlainAction('chooseOutput')

/** Empties the queue on log-out: its links end with the session that they were signed for. */
export function clearQueueOnLogOut(): void {
  if (useHasPlayer.getState().isHere) act({ type: 'forget' })
}
