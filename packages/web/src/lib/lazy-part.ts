import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

export interface LazyPart<Props> {
  (props: Props): ReactNode
  readonly load: () => Promise<unknown>
}

/**
 * Like React's `lazy`, but renders synchronously if the component was loaded before. A component that suspends first appears after 300 ms
 * at the earliest.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const read = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const Waiting = lazy(read)
  return Object.assign(
    function Part(props: Props) {
      // The choice is kept for the life of the part: switching components would lose its state.
      const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Waiting)
      return createElement(Chosen, props)
    },
    { load: read },
  )
}
