import * as v from 'valibot'
import { create } from 'zustand'
import { readStoredJson, storeJson } from '../lib/local-storage-json.ts'

const Hour = v.fallback(v.pipe(v.string(), v.regex(/^\d\d:\d\d$/)), '22:00')

export const saverModes = ['auto', 'on', 'off'] as const

export const defaultSpeeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** How it was stored when it was a switch. */
const legacyBoolean = v.pipe(
  v.literal(true),
  v.transform(() => 'on' as const),
)

const Settings = v.object({
  /** When to play smaller forms, if there are any; `auto` means on metered connections. */
  saver: v.fallback(v.union([v.picklist(saverModes), legacyBoolean]), 'auto'),
  /** The slider position, from 0 to 1. */
  volume: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
  isMuted: v.fallback(v.boolean(), false),
  /** Normalizes the loudness of loud works. */
  isEven: v.fallback(v.boolean(), false),
  rewinds: v.fallback(v.boolean(), true),
  /** Hides titles on lock screens. */
  isPrivate: v.fallback(v.boolean(), false),
  mono: v.fallback(v.boolean(), false),
  /** Swaps the left and right channels. */
  swap: v.fallback(v.boolean(), false),
  sleepsByItself: v.fallback(v.boolean(), false),
  sleepFrom: Hour,
  sleepTo: v.fallback(v.pipe(v.string(), v.regex(/^\d\d:\d\d$/)), '06:00'),
  /** The speed of works that have none of their own. */
  speed: v.fallback(v.picklist(defaultSpeeds), 1),
  sleepMinutes: v.fallback(v.pipe(v.number(), v.minValue(1), v.maxValue(600)), 30),
  /** Font size of lyrics in pixels. */
  lyricsSize: v.fallback(v.pipe(v.number(), v.minValue(12), v.maxValue(64)), 22),
})
export type PlayerSettings = v.InferOutput<typeof Settings>

const settingsName = 'player.settings'

export const usePlayerSettings = create<PlayerSettings>(() => {
  const stored = v.safeParse(v.record(v.string(), v.unknown()), readStoredJson(settingsName))
  return v.parse(Settings, stored.success ? stored.output : {})
})

export function changePlayerSettings(changed: Partial<PlayerSettings>): void {
  usePlayerSettings.setState(changed)
  storeJson(settingsName, usePlayerSettings.getState())
}
