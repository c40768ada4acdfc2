/** Takes keys and presses in the list of works. It comes after the first draw: until then the browser's own keys do. */
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { debounced } from '../../../lib/debounced.ts'
import { useSettings } from '../../../lib/settings.ts'
import { isTypingTarget } from '../../../lib/typing-target.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { type CardFocus, cardAt, cardFocus } from './card-focus.ts'
import { cardAfterKey } from './selection.rules.ts'
import {
  clearSelection,
  loadedWorkAt,
  selectAllLoaded,
  selectIn,
  selectUpTo,
  startRange,
  toggleSelected,
  useSelection,
} from './selection-store.ts'

const bar = () => import('./selection-bar.tsx')
const SelectionBar = lazy(() => bar().then(({ SelectionBar }) => ({ default: SelectionBar })))
const SelectionCount = lazy(() => bar().then(({ SelectionCount }) => ({ default: SelectionCount })))

export interface GridKeysProps {
  /** The element around the cards, each of which is in a `[data-card]` with its index. */
  readonly frame: RefObject<HTMLElement | null>
  readonly search: WorksSearch
  readonly total: number
  readonly columns: number
  /** The first card of the rows on screen. */
  readonly firstSeen: number
  readonly scrollToRow: (row: number) => void
}

/** The arrow keys move the focus, of which there is one tab stop; X, Shift and Ctrl+A select; Escape lets go. */
export function GridKeys(props: GridKeysProps) {
  const { frame, search, total } = props
  const latest = useRef(props)
  latest.current = props
  const isSelecting = useSelection(({ chosen }) => chosen.size > 0)
  const current = useRef(0)
  const focus = useRef<CardFocus>(undefined)
  useEffect(() => selectIn(search), [search])
  useEffect(() => {
    const element = frame.current
    if (!element) return
    focus.current = cardFocus(element)
    return listen(element, latest, current, focus.current)
  }, [frame])
  useEffect(() => {
    if (!isSelecting) return
    // The bar has gone by then, and a focus that was on it with it.
    return () => {
      if (document.activeElement === document.body) focus.current?.moveTo(current.current)
    }
  }, [isSelecting])
  return (
    <>
      <p role="status" className="sr-only">
        <Suspense>{isSelecting && <SelectionCount />}</Suspense>
      </p>
      <Suspense>
        {isSelecting && (
          <SelectionBar onSelectAll={() => selectAllLoaded(search, total)} onClose={clearSelection} />
        )}
      </Suspense>
    </>
  )
}

type Latest = RefObject<GridKeysProps>

/** While a list is scrolled a card comes with each frame: where Tab leads is looked into once none has come for so long. */
const settleMs = 150

/** Returns a function that stops it. */
function listen(
  frame: HTMLElement,
  latest: Latest,
  current: RefObject<number>,
  focus: CardFocus,
): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let isExtending = false
  const setTabStop = oneTabStop(frame)
  const tabs = (added: readonly Node[] = []) => setTabStop(current.current, latest.current.firstSeen, added)
  const added: Node[] = []
  const settling = debounced(settleMs, () => tabs(added.splice(0)))
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) added.push(...addedNodes)
    settling.call()
    focus.settle()
  })
  observer.observe(frame, { childList: true, subtree: true })
  tabs()
  frame.addEventListener(
    'focusin',
    ({ target }) => {
      const at = cardAt(target)
      if (at === undefined) return
      current.current = at
      if (!isExtending) startRange(at)
      tabs()
    },
    { signal },
  )
  frame.addEventListener(
    'keydown',
    (event) => {
      const at = focus.cardOf(event.target)
      // The browser has the keys with a modifier: back, the next word, the start of the page.
      if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      const to = cardAfterKey(event.key, at, latest.current)
      if (to === undefined) return pressX(event, at, latest)
      event.preventDefault()
      isExtending = event.shiftKey
      if (isExtending) void selectUpTo(latest.current.search, to)
      latest.current.scrollToRow(Math.floor(to / latest.current.columns))
      focus.moveTo(to)
    },
    { signal },
  )
  frame.addEventListener(
    'mousedown',
    (event) => {
      isExtending = event.shiftKey
      // The browser would select text from the last press to here.
      if (event.shiftKey && cardAt(event.target) !== undefined) event.preventDefault()
    },
    { signal },
  )
  frame.addEventListener('click', (event) => press(event, latest), { signal })
  document.addEventListener('keydown', (event) => pressAnywhere(event, frame, latest), {
    signal,
    // A menu that Escape closes is still there then.
    capture: true,
  })
  return () => {
    observer.disconnect()
    settling.stop()
    listening.abort()
  }
}

function pressX(event: KeyboardEvent, at: number, { current: { search } }: Latest): void {
  const work = event.key.toLowerCase() === 'x' ? loadedWorkAt(search, at) : undefined
  if (!work || event.shiftKey || useSettings.getState().keys !== 'on') return
  event.preventDefault()
  toggleSelected(work, at)
}

/** Shift selects a range; while something is selected a plain press selects as well. Enter opens, as ever. */
function press(event: MouseEvent, { current: { search } }: Latest): void {
  const at = cardAt(event.target)
  if (at === undefined || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return
  const isButton = event.target instanceof Element && event.target.closest('button') !== null
  const isKey = event.detail === 0
  if (!event.shiftKey && (isButton || isKey || useSelection.getState().chosen.size === 0)) return
  if (isKey) return
  event.preventDefault()
  event.stopPropagation()
  if (event.shiftKey) return void selectUpTo(search, at)
  const work = loadedWorkAt(search, at)
  if (work) toggleSelected(work, at)
}

function pressAnywhere(
  event: KeyboardEvent,
  frame: HTMLElement,
  { current: { search, total } }: Latest,
): void {
  const isSelecting = useSelection.getState().chosen.size > 0
  if (isTypingTarget(event.target) || isCovered()) return
  if (event.key === 'Escape' && isSelecting) clearSelection()
  const isInside = event.target instanceof Node && frame.contains(event.target)
  const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey
  if (!isAll || event.shiftKey || !(isInside || isSelecting)) return
  event.preventDefault()
  selectAllLoaded(search, total)
}

/** Returns whether keys belong to what lies over the list. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null

/**
 * Of all cards one can be reached by Tab, with its buttons: the current one, or else the first on screen. Returns what is to
 * be called with what was added: the others need no look as long as that card stays the same.
 */
function oneTabStop(frame: HTMLElement) {
  let last: Element | null = null
  return (current: number, firstSeen: number, added: readonly Node[]) => {
    const cardOf = (at: number) => frame.querySelector(`[data-card="${at}"]`)
    const stop = cardOf(current) ?? cardOf(firstSeen) ?? cardOf(0)
    const roots = stop === last ? added : [frame]
    last = stop
    for (const root of roots) if (root instanceof Element) setTabStops(root, stop)
  }
}

function setTabStops(root: Element, stop: Element | null): void {
  const all = [...root.querySelectorAll<HTMLElement>('[data-card] :is(a, button)')]
  if (root instanceof HTMLElement && root.matches('[data-card] :is(a, button)')) all.push(root)
  for (const link of all) {
    const tabIndex = stop?.contains(link) ? 0 : -1
    // Even the same one again is a change, which the browser looks into.
    if (link.getAttribute('tabindex') !== `${tabIndex}`) link.tabIndex = tabIndex
  }
}
