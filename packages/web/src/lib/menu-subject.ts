/** Says what a context menu can be about, tied to the elements that show it. */
import type { Entity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import type { WorkCard } from '@koedana/contract/works.ts'

/** A work of which no more is at hand, as an edition in a list of titles. */
export interface NamedWork {
  readonly id: string
  readonly title: string
}

/** A track of a work, wherever it stands. */
export interface NamedTrack {
  readonly fileId: string
  readonly title: string
}

export type MenuSubject =
  | { readonly kind: 'tracks'; readonly work: WorkCard; readonly track: NamedTrack }
  | { readonly kind: 'works'; readonly work: WorkCard }
  | { readonly kind: 'titles'; readonly work: NamedWork }
  | { readonly kind: EntityKind; readonly entity: Entity }

/** Returns a `ref`: pressing anywhere in the element is about this. */
export function menuFor(subject: MenuSubject): (element: Element | null) => void {
  return (element) => {
    if (!element) return
    subjects.set(element, subject)
    // The styles need it: a long press is ours here, not the link preview's.
    element.toggleAttribute('data-menu', true)
  }
}

/** Returns the innermost subject around what was pressed, and the element that gets the focus back: a link, a chip's button, or a heading. */
export function subjectAt(target: EventTarget | null) {
  const frame = target instanceof Element ? target.closest('[data-menu]') : null
  const subject = frame && subjects.get(frame)
  const link = frame?.matches('a')
    ? frame
    : (frame?.querySelector('a') ?? frame?.querySelector('button') ?? frame)
  return subject && link instanceof HTMLElement ? { subject, link } : undefined
}

const subjects = new WeakMap<Element, MenuSubject>()
