/**
 * Stores player state on this device: the queue and its position, the speed of each work, the repeat mode, and where the listener was last
 * awake.
 */
import * as v from 'valibot'
import { readStoredJson, storeJson } from '../lib/local-storage-json.ts'
import type { SleepTrail } from './engine/asleep.rules.ts'
import { type PlayerPorts, repeats } from './engine/player-ports.ts'
import { emptyQueue, queueFrom } from './engine/queue.rules.ts'
import { PlayerItem } from './player-item.ts'
import { queueName } from './player-presence.ts'
import { usePlayerSettings } from './player-settings.ts'

const SavedQueueSchema = v.object({ items: v.array(PlayerItem), index: v.number(), time: v.number() })
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
const maxStoredSpeeds = 200

export const playerMemory: PlayerPorts<PlayerItem>['memory'] = {
  recallQueue: () => {
    const stored = v.safeParse(SavedQueueSchema, readStoredJson(queueName))
    if (!stored.success) return { queue: emptyQueue, time: 0 }
    const { items, index, time } = stored.output
    return { queue: queueFrom(items, index), time }
  },
  rememberQueue: ({ items, index }, time) => storeJson(queueName, { items, index, time }),
  recallSpeed: (workId) => speeds()[workId] ?? usePlayerSettings.getState().speed,
  rememberSpeed: (workId, speed) => {
    const { [workId]: _, ...others } = speeds()
    const kept = [...Object.entries(others), [workId, speed]].slice(-maxStoredSpeeds)
    storeJson(speedsName, Object.fromEntries(kept))
  },
  recallRepeat: () => v.parse(Repeats, readStoredJson(repeatName)),
  rememberRepeat: (repeat) => storeJson(repeatName, repeat),
}

function speeds(): Readonly<Record<string, number>> {
  const stored = v.safeParse(Speeds, readStoredJson(speedsName))
  return stored.success ? stored.output : {}
}

export function recallTrail(): SleepTrail | undefined {
  const stored = v.safeParse(Trail, readStoredJson(trailName))
  return stored.success ? stored.output : undefined
}

export const rememberTrail = (trail: SleepTrail | undefined): void => storeJson(trailName, trail ?? null)
