/**
 * Stores player state on this device: the queue and its position, the speed of each work, the repeat mode, and where the listener was last
 * awake.
 */
import * as v from 'valibot'
import { recallJson, rememberJson } from '../lib/device-memory.ts'
import type { SleepTrail } from './engine/asleep.rules.ts'
import { type PlayerPorts, repeats } from './engine/player-ports.ts'
import { emptyQueue, queueFrom } from './engine/queue.rules.ts'
import { PlayerItem } from './player-item.ts'
import { usePlayerSettings } from './player-settings.ts'
import { queueName } from './presence.ts'

const Remembered = v.object({ items: v.array(PlayerItem), index: v.number(), time: v.number() })
const Speeds = v.record(v.string(), v.number())
const HeardPoint = v.object({ trackId: v.string(), at: v.number(), ms: v.number() })
const Trail = v.object({
  touched: HeardPoint,
  heard: HeardPoint,
  timer: v.optional(HeardPoint),
  isTimedOut: v.boolean(),
})
const Repeats = v.fallback(v.picklist(repeats), 'off')

const speedsName = 'player.speeds'
const repeatName = 'player.repeat'
const trailName = 'player.asleep'
/** The latest; older works start at the default speed again. */
const keptSpeeds = 200

export const playerMemory: PlayerPorts<PlayerItem>['memory'] = {
  recallQueue: () => {
    const stored = v.safeParse(Remembered, recallJson(queueName))
    if (!stored.success) return { queue: emptyQueue, time: 0 }
    const { items, index, time } = stored.output
    return { queue: queueFrom(items, index), time }
  },
  rememberQueue: ({ items, index }, time) => rememberJson(queueName, { items, index, time }),
  recallSpeed: (workId) => speeds()[workId] ?? usePlayerSettings.getState().speed,
  rememberSpeed: (workId, speed) => {
    const { [workId]: _, ...others } = speeds()
    const kept = [...Object.entries(others), [workId, speed]].slice(-keptSpeeds)
    rememberJson(speedsName, Object.fromEntries(kept))
  },
  recallRepeat: () => v.parse(Repeats, recallJson(repeatName)),
  rememberRepeat: (repeat) => rememberJson(repeatName, repeat),
}

function speeds(): Readonly<Record<string, number>> {
  const stored = v.safeParse(Speeds, recallJson(speedsName))
  return stored.success ? stored.output : {}
}

export function recallTrail(): SleepTrail | undefined {
  const stored = v.safeParse(Trail, recallJson(trailName))
  return stored.success ? stored.output : undefined
}

export const rememberTrail = (trail: SleepTrail | undefined): void => rememberJson(trailName, trail ?? null)
