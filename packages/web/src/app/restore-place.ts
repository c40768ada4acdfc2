/** Restores the focus of a link after Back, Forward or a reload, and the scroll position after a reload. */
import type { RegisteredRouter } from '@tanstack/react-router'
import * as v from 'valibot'

const FocusedLink = v.object({
  href: v.string(),
  /** Its index among the links with the same URL on the page. */
  nth: v.number(),
})
type FocusedLink = v.InferOutput<typeof FocusedLink>

/** Kept across a reload. The router may assign a new key then, so the URL identifies the page. */
const PageSnapshot = v.object({
  href: v.string(),
  scrollTop: v.number(),
  link: v.optional(FocusedLink),
  links: v.array(v.tuple([v.string(), FocusedLink])),
})
type PageSnapshot = v.InferOutput<typeof PageSnapshot>

const storageName = 'koedana.left'
const maxEntries = 100
const maxWaitMs = 10_000
/** Parts of the page that render within this time may still shift the layout. */
const settleMs = 1_000

export function restorePlaceOnReturn(router: RegisteredRouter): void {
  const left = readSnapshot()
  const links = new Map(left?.links)
  const keyOf = () => router.history.location.state.__TSR_key ?? ''
  const leave = (key: string) => {
    const link = focusedLink()
    links.delete(key)
    if (link) links.set(key, link)
  }
  let current = keyOf()
  let isReturn = false
  const restore = () => {
    const link = isReturn ? links.get(current) : undefined
    isReturn = false
    if (link) focusWhenRendered(link)
  }
  router.history.subscribe(({ action }) => {
    leave(current)
    current = keyOf()
    isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE'
  })
  router.subscribe('onRendered', restore)
  addEventListener('pagehide', () => {
    leave(current)
    storeSnapshot({
      href: location.href,
      scrollTop: Math.round(scrollY),
      link: links.get(current),
      links: [...links].slice(-maxEntries),
    })
  })
  if (isReload() && left?.href === location.href) {
    if (left.scrollTop > 0) restoreScroll(left.scrollTop)
    if (left.link) focusWhenRendered(left.link)
  }
}

const isReload = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate')

const linksTo = (href: string) => [
  ...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`),
]

function focusedLink(): FocusedLink | undefined {
  const active = document.activeElement
  const href = active?.closest('main') ? active.getAttribute('href') : null
  if (href === null || !(active instanceof HTMLElement)) return undefined
  return { href, nth: linksTo(href).indexOf(active) }
}

function focusWhenRendered({ href, nth }: FocusedLink): void {
  retryOnMutations((stop) => {
    const link = document.activeElement === document.body ? linksTo(href)[nth] : undefined
    if (!link) return
    link.focus({ preventScroll: true })
    stop()
  })
}

/** The router restores the scroll position after its first render, when the page is not high enough yet after a reload. */
function restoreScroll(top: number): void {
  let isReached = false
  retryOnMutations((stop) => {
    const { scrollHeight } = document.documentElement
    if (scrollHeight - innerHeight < top || (isReached && Math.round(scrollY) === top)) return
    scrollTo({ top, behavior: 'instant' })
    if (!isReached) setTimeout(stop, settleMs)
    isReached = true
  })
}

/** Calls `act` after every DOM change, until it is stopped, the user does something, or the time is over. */
function retryOnMutations(act: (stop: () => void) => void): void {
  const waiting = new AbortController()
  const attempt = () => act(() => waiting.abort())
  const observer = new MutationObserver(attempt)
  const { signal } = waiting
  const timer = setTimeout(() => waiting.abort(), maxWaitMs)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchstart', 'popstate'])
    addEventListener(type, () => waiting.abort(), { signal, capture: true })
  observer.observe(document.body, { childList: true, subtree: true })
  attempt()
}

/** Session storage may be forbidden. */
function readSnapshot(): PageSnapshot | undefined {
  try {
    const stored = v.safeParse(
      v.pipe(v.string(), v.parseJson(), PageSnapshot),
      sessionStorage.getItem(storageName),
    )
    return stored.success ? stored.output : undefined
  } catch {
    return undefined
  }
}

function storeSnapshot(left: PageSnapshot): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(left))
  } catch {
    // Storage is full or forbidden: a reload starts at the top.
  }
}
