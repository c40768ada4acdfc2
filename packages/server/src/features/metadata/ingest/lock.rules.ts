/** What is left of a telling where people have locked fields: those it does not tell. */
import type { WorkField } from '@koedana/contract/editing.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'

export function withoutLocked(work: FeedWork, locked: ReadonlySet<WorkField> | undefined): FeedWork {
  if (!locked) return work
  const unlocked: FeedWork = { ...work }
  for (const field of locked) if (field !== 'cover') delete unlocked[field]
  return unlocked
}
