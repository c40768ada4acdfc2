/** Renders a hook without a browser: as a component that shows nothing, in the minimum of a document that React needs. */
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

export interface RenderedHook<Value> {
  /** The return value of each render, the latest last. */
  readonly values: readonly Value[]
  /** Runs a change, then its effects and renders. */
  readonly after: (change: () => void) => void
}

/** Stubs the globals that React needs until `vi.unstubAllGlobals`. */
export function renderHook<Value>(useHook: () => Value): RenderedHook<Value> {
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

/** Stays empty and receives no events. */
function emptyElement(): Element {
  const node = { nodeName: 'DIV', tagName: 'DIV', textContent: '', addEventListener: () => undefined }
  const ownerDocument = { ...node, nodeType: 9, defaultView: { HTMLIFrameElement: class {} } }
  return Object.assign(Object.create(null), node, { nodeType: 1, ownerDocument })
}
