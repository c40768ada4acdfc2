/** What editing is made from. */
import { findWorkKey } from '@koedana/contract/work-id.rules.ts'
import type { Database } from '../../db/open.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { WorkSources } from '../works/sources.ts'

export interface EditingSources extends Pick<WorkSources, 'db' | 'catalogue' | 'dictionary' | 'signCover'> {
  readonly database: Database
  /** A database connection for what may take long. */
  readonly background: Database
  readonly coversFolder: string
  readonly now: () => Date
}

/** The key of the work that a path names, stored or not. */
export function keyIn(params: { readonly id: string }): number {
  const key = findWorkKey(params.id)
  if (key === undefined) throw new AppError('notFound')
  return key
}

/** Whose name an edit bears: the guard lets nobody else through. */
export function editorOf({ person }: Context): number {
  if (!person) throw new AppError('unauthenticated')
  return person.userKey
}
