import { type RefObject, useEffect } from 'react'
import { useSettings } from '../../../lib/settings.ts'
import { isTextPlace } from '../../../lib/text-place.ts'

/** `/` leads into the box from anywhere but a place where it is text. */
export function useSlashKey(box: RefObject<HTMLInputElement | null>): void {
  const isOn = useSettings(({ keys }) => keys === 'on')
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTextPlace(event.target))
        return
      event.preventDefault()
      box.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [box, isOn])
}
