/** The subjects of context menus, linked to the elements that show them. */
import type { Entity } from '@koedana/contract/entities.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import type { WorkCard } from '@koedana/contract/works.ts'

/** A work of which only ID and title are known, such as an edition in a list of titles. */
export interface NamedWork {
  readonly id: string
  readonly title: string
}

export interface NamedTrack {
  readonly fileId: string
  readonly title: string
}

export type MenuSubject =
  | { readonly kind: 'tracks'; readonly work: WorkCard; readonly track: NamedTrack }
  | { readonly kind: 'works'; readonly work: WorkCard }
  | { readonly kind: 'titles'; readonly work: NamedWork }
  | { readonly kind: EntityKind; readonly entity: Entity }

/** Returns a `ref` callback: a context menu opened anywhere in the element is about this subject. */
export function menuFor(subject: MenuSubject): (element: Element | null) => void {
  return (element) => {
    if (!element) return
    subjects.set(element, subject)
    // For the styles: a long press opens this menu instead of the browser's link preview.
    element.toggleAttribute('data-menu', true)
  }
}

/** Returns the innermost subject around the target, and the element that gets the focus back: a link, a chip's button, or a heading. */
export function subjectAt(target: EventTarget | null) {
  const frame = target instanceof Element ? target.closest('[data-menu]') : null
  const subject = frame && subjects.get(frame)
  const link = frame?.matches('a')
    ? frame
    : (frame?.querySelector('a') ?? frame?.querySelector('button') ?? frame)
  return subject && link instanceof HTMLElement ? { subject, link } : undefined
}

const subjects = new WeakMap<Element, MenuSubject>()
