/** Computes the state of a player that is paused at a position of a queue, and the position at which it resumes. */
import { chapterAt } from './chapters.rules.ts'
import type { Playable, PlayerPorts, PlayerState } from './player-ports.ts'
import { currentOf, type Queue } from './queue.rules.ts'

interface Position<Item> {
  readonly queue: Queue<Item>
  readonly time: number
}

export function loadedState<Item extends Playable>(
  memory: PlayerPorts<Item>['memory'],
  { queue, time }: Position<Item>,
): PlayerState<Item> {
  const item = currentOf(queue)
  const speed = item ? memory.recallSpeed(item.workId) : 1
  const duration = item?.track.duration ?? 0
  return { queue, time, duration, speed, playing: false, waiting: false, repeat: memory.recallRepeat() }
}

/** Returns the time moved back by some seconds, but not before the start of the chapter. */
export function rewoundTime<Item extends Playable>(
  { queue, time }: Position<Item>,
  bySeconds: number,
): number {
  const chapters = currentOf(queue)?.track.chapters ?? []
  const start = chapters[chapterAt(chapters, time)]?.start ?? 0
  return Math.max(start, time - bySeconds)
}
