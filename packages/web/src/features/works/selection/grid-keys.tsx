/** Handles keys and presses in the work list. Loaded after the first render; until then the browser's defaults apply. */
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { createDebounced } from '../../../lib/debounced.ts'
import { useSettings } from '../../../lib/settings.ts'
import { usesKeyPresses } from '../../../lib/typing-target.ts'
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
  /** The index of the first card of the rows on screen. */
  readonly firstSeen: number
  readonly scrollToRow: (row: number) => void
}

/** Arrow keys move the focus, with a single tab stop; X, Shift and Ctrl+A select; Escape clears the selection. */
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
    // The bar has been removed by then, together with the focus if it was inside.
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

/** During scrolling, cards are added on every frame: the tab stop is updated once none was added for this long. */
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
  const settling = createDebounced(settleMs, () => tabs(added.splice(0)))
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
      // Combinations with modifiers belong to the browser: history, word jumps, start of the page.
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
      // Otherwise the browser would select text between the two presses.
      if (event.shiftKey && cardAt(event.target) !== undefined) event.preventDefault()
    },
    { signal },
  )
  frame.addEventListener('click', (event) => press(event, latest), { signal })
  document.addEventListener('keydown', (event) => pressAnywhere(event, frame, latest), {
    signal,
    // Runs first, while a menu that Escape closes is still open.
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

/** Shift selects a range; while anything is selected, a plain press selects, too. Enter always opens the work. */
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
  if (usesKeyPresses(event.target) || isCovered()) return
  if (event.key === 'Escape' && isSelecting) clearSelection()
  const isInside = event.target instanceof Node && frame.contains(event.target)
  const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey
  if (!isAll || event.shiftKey || !(isInside || isSelecting)) return
  event.preventDefault()
  selectAllLoaded(search, total)
}

/** Returns whether an overlay over the list handles the keys. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null

/**
 * Makes only one card reachable by Tab, with its buttons: the current card, or else the first on screen. Returns a function to call with
 * added nodes; other cards are only checked if the tab stop has changed.
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
    // Setting the same value is still a mutation that the browser processes.
    if (link.getAttribute('tabindex') !== `${tabIndex}`) link.tabIndex = tabIndex
  }
}
