/** Returns track URLs in a form that this browser can play: the original file, or a converted track. */
import type { MediaForm } from '@koedana/contract/media.ts'
import type { Track } from '@koedana/contract/works.ts'
import { isMetered } from './engine/metered.ts'
import { type BrowserSupport, formFor } from './forms.rules.ts'
import { usePlayerSettings } from './player-settings.ts'

export interface FormChoice {
  /** The forms that the server can convert to. */
  readonly forms: readonly MediaForm[]
  /** The original file failed to play. */
  readonly mustConvert?: boolean
}

export const playableUrl = (
  track: Track,
  url: string,
  { forms, mustConvert = false }: FormChoice,
): string => {
  const form = formFor(track, { ...thisBrowser(), forms, mustConvert })
  return form ? `${url}&form=${form}` : url
}

/** Returns the URL of the original file. */
export const plainUrl = (url: string): string => url.replace(/&form=[\w-]+/, '')

export const isConverted = (url: string): boolean => plainUrl(url) !== url

let probe: HTMLAudioElement | undefined

function thisBrowser(): BrowserSupport {
  probe ??= document.createElement('audio')
  const element = probe
  const { saver } = usePlayerSettings.getState()
  const isSaving = saver === 'on' || (saver === 'auto' && isMetered(navigator))
  return { canPlay: (type) => element.canPlayType(type) !== '', isSaving }
}
