import type { WorkCard } from '@koedana/contract/works.ts'
import { linkOptions, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { subPath } from '../../lib/sub-path.ts'

/**
 * Shows the link from a card to its work. It does what the router's `Link` does, which follows every change of the address
 * and checks whether it is the page on screen: a list that is scrolled makes a link for each card.
 */
export function WorkLink({ work }: { readonly work: Pick<WorkCard, 'id' | 'title'> }) {
  const router = useRouter()
  const target = linkOptions({ to: '/work/$workId', params: { workId: work.id } })
  // What cannot be loaded ahead is loaded, or said to be missing, by the press.
  const load = () => void router.preloadRoute(target).catch(() => {})
  const loadSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(load, router.options.defaultPreloadDelay)
  }
  const open = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    clearTimeout(soon)
    void router.navigate(target)
  }
  return (
    <a
      href={`${subPath}/work/${encodeURIComponent(work.id)}`}
      className="stretched-link"
      onClick={open}
      onMouseEnter={loadSoon}
      onMouseLeave={loadNone}
      onFocus={loadSoon}
      onBlur={loadNone}
      onTouchStart={load}
    >
      {work.title}
    </a>
  )
}

/** One work is pointed at or has the focus at a time. */
let soon: ReturnType<typeof setTimeout> | undefined
const loadNone = () => clearTimeout(soon)

/** The browser opens a tab or a window for every other press. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey && !defaultPrevented
