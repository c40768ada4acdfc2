/** What the fields of the editor share. */
import type { WorkField, WorkMetadata } from '@koedana/contract/editing.ts'
import { createContext, use } from 'react'
import type { Draft, Faults } from './draft.rules.ts'

export interface Editor {
  readonly metadata: WorkMetadata
  /** What is stored, with what was typed over it. */
  readonly draft: Draft
  readonly faults: Faults
  readonly isBusy: boolean
  readonly change: <F extends keyof Draft>(field: F, value: Draft[F]) => void
  /** Gives a locked field back to its sources. */
  readonly release: (field: WorkField) => void
  /** Takes over what the server answered to an act of its own; answers whether it went well. */
  readonly act: (request: Promise<WorkMetadata>, said: string) => Promise<boolean>
}

export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('a field outside the editor')
  return editor
}
