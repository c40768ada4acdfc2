/** Draws a hook without a page: as a component that shows nothing, in as much of a document as React asks for. */
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

export interface DrawnHook<Value> {
  /** The values that the hook returned at each draw, the latest last. */
  readonly values: readonly Value[]
  /** Draws again, once whatever is done by then has been followed. */
  readonly after: (change: () => void) => void
}

/** The globals that React asks for are there until `vi.unstubAllGlobals`. */
export function drawnHook<Value>(useHook: () => Value): DrawnHook<Value> {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const values: Value[] = []
  const Drawn = () => {
    values.push(useHook())
    return null
  }
  const root = createRoot(emptyElement())
  const draw = () => root.render(createElement(Drawn))
  act(draw)
  return {
    values,
    after: (change) =>
      act(() => {
        change()
        draw()
      }),
  }
}

/** Nothing is ever put into it, and nobody presses it. */
function emptyElement(): Element {
  const node = { nodeName: 'DIV', tagName: 'DIV', textContent: '', addEventListener: () => undefined }
  const ownerDocument = { ...node, nodeType: 9, defaultView: { HTMLIFrameElement: class {} } }
  return Object.assign(Object.create(null), node, { nodeType: 1, ownerDocument })
}
