/** Keeps what a visitor chose for this device. Each choice is a plain text of its own in local storage. */
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
  /** The least width of a card in pixels, if it was chosen; else `''`. */
  readonly cardWidth: string
  /** Whether single keys act anywhere on the page, as space plays. */
  readonly keys: v.InferOutput<typeof Keys>
}

/** A stored text that no longer means anything gives the default. */
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

/** Returns whether the language on screen is somebody's choice, and not the default. */
export const hasChosenLocale = (): boolean => v.is(Locale, readStored('locale'))

/** Applies at once and survives a reload. */
export function changeSettings(changed: Partial<Settings>): void {
  useSettings.setState(changed)
  for (const [key, value] of Object.entries(changed)) store(key, value)
  applyTheme()
}

/** The boot file does the same before the first paint. */
function applyTheme(): void {
  document.documentElement.dataset.theme = useSettings.getState().theme
}

/** Storage may be forbidden by the browser; the choice then lasts as long as the page. */
function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows of some browsers refuse to store anything.
  }
}
