import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

export interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Loads it ahead. */
  readonly load: () => Promise<unknown>
}

/**
 * Returns a component in a file of its own, as `lazy` makes one, that is drawn at once if it was loaded before: whatever
 * has shown nothing at first, React shows 300 ms later at the earliest.
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
      // One that began as the other stays it: what it knows would be lost.
      const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Waiting)
      return createElement(Chosen, props)
    },
    { load: read },
  )
}
