import type { WorkCard } from '@koedana/contract/works.ts'
import { linkOptions, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { subPath } from '../../lib/sub-path.ts'

/**
 * The link from a card to its work. Cheaper than the router's `Link`, which observes every change of the URL to detect the active page:
 * scrolling creates one link per card.
 */
export function WorkLink({ work }: { readonly work: Pick<WorkCard, 'id' | 'title'> }) {
  const router = useRouter()
  const target = linkOptions({ to: '/work/$workId', params: { workId: work.id } })
  // Preload errors are ignored: the click loads the page again and shows errors.
  const load = () => void router.preloadRoute(target).catch(() => {})
  const loadSoon = () => {
    clearTimeout(preloadTimer)
    preloadTimer = setTimeout(load, router.options.defaultPreloadDelay)
  }
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    clearTimeout(preloadTimer)
    void router.navigate(target)
  }
  return (
    <a
      href={`${subPath}/work/${encodeURIComponent(work.id)}`}
      className="stretched-link"
      onClick={open}
      onMouseEnter={loadSoon}
      onMouseLeave={cancelPreload}
      onFocus={loadSoon}
      onBlur={cancelPreload}
      onTouchStart={load}
    >
      {work.title}
    </a>
  )
}

/** Shared, because only one work is hovered or focused at a time. */
let preloadTimer: ReturnType<typeof setTimeout> | undefined
const cancelPreload = () => clearTimeout(preloadTimer)

/** The browser handles all other clicks, for example to open a new tab. */
const isPlainClick = ({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  defaultPrevented,
}: MouseEvent): boolean => button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey && !defaultPrevented
