/** Settings of this device. Each setting is a plain text of its own in local storage. */
import { defaultLocale, Locale, Theme } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { create } from 'zustand'

export const densities = ['comfortable', 'compact', 'rows'] as const
export const Density = v.picklist(densities)
export type Density = v.InferOutput<typeof Density>

const Keys = v.picklist(['on', 'off'])

export interface Settings {
  readonly locale: Locale
  readonly theme: Theme
  readonly density: Density
  /** The minimum width of a card in pixels; `''` if not set. */
  readonly cardWidth: string
  /** Whether single-key shortcuts work anywhere on the page, such as space for play. */
  readonly keys: v.InferOutput<typeof Keys>
}

/** Invalid stored text falls back to the default. */
const schemas = {
  locale: v.fallback(Locale, defaultLocale),
  theme: v.fallback(Theme, 'auto'),
  density: v.fallback(Density, 'comfortable'),
  cardWidth: v.fallback(v.string(), ''),
  keys: v.fallback(Keys, 'on'),
} as const

export const useSettings = create<Settings>(() => ({
  locale: v.parse(schemas.locale, readStored('locale')),
  theme: v.parse(schemas.theme, readStored('theme')),
  density: v.parse(schemas.density, readStored('density')),
  cardWidth: v.parse(schemas.cardWidth, readStored('cardWidth')),
  keys: v.parse(schemas.keys, readStored('keys')),
}))

/** Returns whether the user chose the language. */
export const hasChosenLocale = (): boolean => v.is(Locale, readStored('locale'))

/** Applies settings immediately and stores them. */
export function changeSettings(changed: Partial<Settings>): void {
  useSettings.setState(changed)
  for (const [key, value] of Object.entries(changed)) storeSetting(key, value)
  applyTheme()
}

/** `boot.js` does the same before the first paint. */
function applyTheme(): void {
  document.documentElement.dataset.theme = useSettings.getState().theme
}

/** The browser may forbid storage: then the setting is lost on reload. */
function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function storeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows of some browsers reject writes.
  }
}
