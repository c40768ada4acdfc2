/** Keys that work anywhere on the page but where somebody types or a control wants them itself. */
import { useEffect } from 'react'
import { useSettings } from '../lib/settings.ts'
import { isTextPlace } from '../lib/text-place.ts'
import { skip, togglePlay } from './player-store.ts'

const acts: Readonly<Record<string, () => void>> = {
  ' ': togglePlay,
  j: () => skip(-15),
  k: () => skip(15),
}

export function usePlayerKeys(): void {
  const areOn = useSettings(({ keys }) => keys === 'on')
  useEffect(() => {
    if (!areOn) return
    const onKey = (event: KeyboardEvent) => {
      const act = acts[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey || wantsKey(event.key, event.target)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [areOn])
}

/** Buttons and links want the space bar; where one types, every key is text. */
function wantsKey(key: string, target: EventTarget | null): boolean {
  if (isTextPlace(target)) return true
  return key === ' ' && target instanceof Element && target.closest('input, button, a, summary') !== null
}
