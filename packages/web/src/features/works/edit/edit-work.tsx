import type { Work } from '@koedana/contract/works.ts'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import type { Draft } from './draft.rules.ts'
import { useEditingWords } from './editing-words.ts'
import { useEditHash } from './use-edit-hash.ts'

const WorkEditor = lazy(() => import('./work-editor.tsx').then(({ WorkEditor }) => ({ default: WorkEditor })))

/** Shows the edit button and the editor dialog. Unsaved input is kept when the dialog is closed, until it is saved or discarded. */
export function EditWork({ work }: { readonly work: Work }) {
  useEditingWords()
  const t = useT()
  const { isOpen, open, close } = useEditHash()
  const [typed, setTyped] = useState<Partial<Draft>>({})
  return (
    <>
      <button type="button" className="btn h-10" onClick={open}>
        <IconPencil size={17} aria-hidden />
        {t('menu.editMetadata')}
      </button>
      {isOpen && (
        <Suspense>
          <WorkEditor work={work} typed={typed} onType={setTyped} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
