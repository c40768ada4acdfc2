/** What the player remembers on this device: the queue and its place, and the speed of each work. */
import * as v from 'valibot'
import { emptyQueue, type Queue, queueFrom } from './engine/queue.rules.ts'
import { PlayerItem } from './player-item.ts'
import { queueName } from './queue-name.ts'

const Remembered = v.object({ items: v.array(PlayerItem), index: v.number(), time: v.number() })
const Speeds = v.record(v.string(), v.number())

const speedsName = 'player.speeds'
/** The latest; older works start at their own pace again. */
const keptSpeeds = 200

export function recallQueue(): { queue: Queue<PlayerItem>; time: number } {
  const stored = v.safeParse(Remembered, read(queueName))
  if (!stored.success) return { queue: emptyQueue, time: 0 }
  const { items, index, time } = stored.output
  return { queue: queueFrom(items, index), time }
}

export function rememberQueue({ items, index }: Queue<PlayerItem>, time: number): void {
  write(queueName, { items, index, time })
}

export function recallSpeed(workId: string): number {
  return speeds()[workId] ?? 1
}

export function rememberSpeed(workId: string, speed: number): void {
  const { [workId]: _, ...others } = speeds()
  write(speedsName, Object.fromEntries([...Object.entries(others), [workId, speed]].slice(-keptSpeeds)))
}

function speeds(): Readonly<Record<string, number>> {
  const stored = v.safeParse(Speeds, read(speedsName))
  return stored.success ? stored.output : {}
}

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage may be full or forbidden: the player plays all the same.
  }
}
