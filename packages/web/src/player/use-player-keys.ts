/** Keys that work anywhere on the page but where somebody types or a control wants them itself. */
import { useEffect } from 'react'
import { useSettings } from '../lib/settings.ts'
import { isTextPlace } from '../lib/text-place.ts'
import { speedStep } from './engine/speed.rules.ts'
import {
  changeSpeed,
  changeVolume,
  markLoop,
  nextChapter,
  previousChapter,
  skip,
  toggleMute,
  togglePlay,
} from './player-acts.ts'
import { usePlayer } from './player-store.ts'

const acts: Readonly<Record<string, () => void>> = {
  ' ': togglePlay,
  j: () => skip(-15),
  k: () => skip(15),
  '[': previousChapter,
  ']': nextChapter,
  '<': () => changeSpeed(stepOf(-1)),
  '>': () => changeSpeed(stepOf(1)),
  a: markLoop,
  m: toggleMute,
  '-': () => turn(-1),
  // The plus of most keyboards, with the shift key and without it.
  '+': () => turn(1),
  '=': () => turn(1),
}

const turn = (by: 1 | -1) => changeVolume(usePlayer.getState().volume + by * 0.05)

const stepOf = (by: 1 | -1) => speedStep(usePlayer.getState().speed, by)

/** `onFull` opens and closes the large player. */
export function usePlayerKeys(onFull: () => void): void {
  const areOn = useSettings(({ keys }) => keys === 'on')
  useEffect(() => {
    if (!areOn) return
    const onKey = (event: KeyboardEvent) => {
      const act = event.key === 'f' ? onFull : acts[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey || wantsKey(event.key, event.target)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [areOn, onFull])
}

/** Buttons and links want the space bar; where one types, every key is text. */
function wantsKey(key: string, target: EventTarget | null): boolean {
  if (isTextPlace(target)) return true
  return key === ' ' && target instanceof Element && target.closest('input, button, a, summary') !== null
}
