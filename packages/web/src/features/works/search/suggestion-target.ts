import { linkOptions } from '@tanstack/react-router'
import type { Suggestion } from './suggestion-list.rules.ts'

/** Returns the link of a suggestion: its work, or the works of its entity. */
export function targetOf(suggestion: Suggestion) {
  if (suggestion.type === 'entity') {
    const { kind, id } = suggestion.entity
    return linkOptions({ to: '/works', search: { [kind]: [id] } })
  }
  const workId = suggestion.type === 'jump' ? suggestion.id : suggestion.work.id
  return linkOptions({ to: '/work/$workId', params: { workId } })
}
